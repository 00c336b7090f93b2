import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { refusalOf } from "../answers.ts";
import type { Game } from "../../engine/src/contract.ts";
import { isBuiltIn, isDrawn } from "../families.ts";
import { formatsOf } from "../formats/write.ts";
import { type Line, type Refusal, server } from "../server.ts";
import { serverMoves, withSwap } from "../swap.ts";
import { sideName } from "../words.ts";
import { FieldError } from "./parts.tsx";
import type { Words } from "../words/catalogue.ts";
import { useWords } from "../words/context.ts";
import "./pasted.css";

interface PastedProps {
  game: Game;
  id: string;
  label: string;
  initial: string;
  button: string;
  rows: number;
  /**
   * Called with the board, with the moves by the names that the server gives them, and with what the
   * reader of a record left out or assumed.
   */
  onRead: (line: Line, notes: readonly string[]) => void;
}

/** A field for a position or a game, pasted or from a file. If it is refused, the field says why. */
export function Pasted(props: PastedProps): ComponentChildren {
  const { game, id } = props;
  const words = useWords();
  const [text, setText] = useState(props.initial);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const read = async (content = text): Promise<void> => {
    setIsAsking(true);
    try {
      const record = await server.record(game.game, content);
      const line = { from: record.from, moves: serverMoves(game, record.moves) };
      const position = await server.position(game.game, line, "never");
      setRefusal(null);
      props.onRead({ from: line.from, moves: withSwap(game, position.moves_played, record.moves) }, record.notes);
    } catch (error) {
      setRefusal(refusalOf(error));
    } finally {
      setIsAsking(false);
    }
  };
  const open = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    const content = await file.text();
    setText(content);
    await read(content);
  };
  const { records } = words;
  const formats = formatsOf(game).filter((format) => format !== "moves");
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
        {words.sentences({
          texts: [
            expected(words, game),
            ...(formats.length === 0
              ? []
              : [records.fileExpected({ formats: words.list({ texts: formats.map((one) => records.formats[one]) }) })]),
          ],
        })}
      </p>
      <div class="controls">
        <button type="submit" class="primary" disabled={isAsking}>
          {refusal?.mayPass ? words.page.tryAgain : props.button}
        </button>
        <label class="file">
          <input
            type="file"
            class="visually-hidden"
            accept=".sgf,.ggf,.obf,.txt,text/plain"
            onChange={(event) => {
              void open(event.currentTarget.files?.[0]);
              // The same file can be chosen again, after it was corrected.
              event.currentTarget.value = "";
            }}
          />
          <span>{records.file}</span>
        </label>
      </div>
    </form>
  );
}

/** What may be pasted, with an example from this game. */
function expected(words: Words, game: Game): string {
  const { pasted } = words;
  if (!isDrawn(game) || !isBuiltIn(game)) return pasted.plain;
  const { columns, rows } = game;
  const sides = { first: sideName(words, game, "first"), second: sideName(words, game, "second") };
  if (game.family === "connect-four") return pasted.connectFour({ columns, rows, ...sides });
  const [a, b] = [game.column_names[1] ?? "", game.column_names[2] ?? game.column_names[0] ?? ""];
  return pasted.drawn({ example: `${a}1 ${b}2`, cells: columns * rows, start: `${game.column_names[0]}1`, ...sides });
}
