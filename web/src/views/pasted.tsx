import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { refusalOf } from "../answers.ts";
import type { Game } from "../contract.ts";
import { isDrawn } from "../families.ts";
import { readPasted } from "../notation.ts";
import { type Line, type Refusal, server } from "../server.ts";
import { sideName } from "../words.ts";
import { FieldError } from "./parts.tsx";
import { words } from "../words/languages.ts";

interface PastedProps {
  game: Game;
  id: string;
  label: string;
  initial: string;
  button: string;
  rows: number;
  /** Called with the board, and with the moves by the names that the server gives them. */
  onRead: (line: Line) => void;
}

/** A field for a position or a game. If the server refuses it, the field says why. */
export function Pasted(props: PastedProps): ComponentChildren {
  const { game, id } = props;
  const [text, setText] = useState(props.initial);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const read = async (): Promise<void> => {
    setIsAsking(true);
    try {
      const line = readPasted(game, text);
      const position = await server.position(game.game, line, "never");
      setRefusal(null);
      props.onRead({ from: line.from, moves: position.moves_played });
    } catch (error) {
      setRefusal(refusalOf(error));
    } finally {
      setIsAsking(false);
    }
  };
  return (
    <form
      class="pasted"
      onSubmit={(event) => {
        event.preventDefault();
        void read();
      }}
    >
      <label for={id}>{props.label}</label>
      <textarea
        id={id}
        rows={props.rows}
        spellcheck={false}
        autocapitalize="off"
        autocomplete="off"
        value={text}
        aria-invalid={refusal !== null}
        aria-describedby={refusal ? `${id}-error ${id}-hint` : `${id}-hint`}
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void read();
        }}
      />
      <FieldError refusal={refusal} id={`${id}-error`} />
      <p class="quiet" id={`${id}-hint`}>
        {expected(game)}
      </p>
      <button type="submit" class="primary" disabled={isAsking}>
        {refusal?.mayPass ? words().page.tryAgain : props.button}
      </button>
    </form>
  );
}

/** What may be pasted, with an example from this game. */
function expected(game: Game): string {
  const { pasted } = words();
  if (!isDrawn(game)) return pasted.plain;
  const { columns, rows } = game;
  const sides = { first: sideName(game, "first"), second: sideName(game, "second") };
  if (game.family === "connect-four") return pasted.connectFour({ columns, rows, ...sides });
  const [a, b] = [game.column_names[1] ?? "", game.column_names[2] ?? game.column_names[0] ?? ""];
  return pasted.drawn({ example: `${a}1 ${b}2`, cells: columns * rows, start: `${game.column_names[0]}1`, ...sides });
}
