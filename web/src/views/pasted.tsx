import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { refusalOf } from "../answers.ts";
import type { Game } from "../contract.ts";
import { isDrawn } from "../families.ts";
import { readPasted } from "../notation.ts";
import { type Line, type Refusal, server } from "../server.ts";
import { FieldError } from "./parts.tsx";

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
        Expected: {expected(game)}
      </p>
      <button type="submit" class="primary" disabled={isAsking}>
        {refusal?.mayPass ? "Try again" : props.button}
      </button>
    </form>
  );
}

/** What may be pasted, with an example from this game. */
function expected(game: Game): string {
  const both = "A board and moves go together with ; between them.";
  if (!isDrawn(game)) return `moves by their names, or a board as the game writes it, with ; behind it. ${both}`;
  const squares = game.columns * game.rows;
  const [a, b] = [game.column_names[1] ?? "", game.column_names[2] ?? game.column_names[0] ?? ""];
  if (game.family === "connect-four") {
    return `columns played, as in 4453, or ${game.rows} rows of ${game.columns} from the top with / between them, of x (${game.sides[0]}), o (${game.sides[1]}) and a dot for empty. ${both}`;
  }
  return `moves, as in ${a}1 ${b}2, or ${squares} characters row by row from ${game.column_names[0]}1, X (${game.sides[0]}), O (${game.sides[1]}) and - for empty, a space, and X or O to move. ${both}`;
}
