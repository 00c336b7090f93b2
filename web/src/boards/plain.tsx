import type { ComponentChildren } from "preact";
import { MoveButtons, type MoveButtonsProps } from "./move-buttons.tsx";
import { useWords } from "../words/context.ts";
import "./plain.css";

/** The board of a game that the page cannot draw: its text, and its moves as a list. */
export function PlainBoard(props: MoveButtonsProps & { label: string }): ComponentChildren {
  const words = useWords();
  const { position, label } = props;
  return (
    <div class="plain">
      <pre class="scroll board-text" tabIndex={0} role="region" aria-label={label}>
        {position.board_text}
      </pre>
      {!position.over && (
        <section aria-label={words.board.legalMoves}>
          <h2>{words.board.legalMoves}</h2>
          <MoveButtons {...props} />
        </section>
      )}
    </div>
  );
}
