import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { refusalOf } from "../answers.ts";
import type { Game } from "../../engine/src/contract.ts";
import { type Format, formatsOf, writeRecord } from "../formats/write.ts";
import type { WrittenGame } from "../formats/record.ts";
import { type Line, type Refusal, along, server } from "../server.ts";
import { Choice, FieldError } from "./parts.tsx";
import { useWords } from "../words/context.ts";

interface SaveGameProps {
  game: Game;
  written: WrittenGame;
  /** The game as the server reads it. */
  line: Line;
}

const ENDINGS: Record<Format, string> = { moves: "txt", sgf: "sgf", ggf: "ggf", obf: "obf" };

/** Saves a game that was reviewed, as a file or to the clipboard. */
export function SaveGame({ game, written, line }: SaveGameProps): ComponentChildren {
  const { records } = useWords();
  const formats = formatsOf(game);
  const [chosen, setChosen] = useState<Format>(formats[1] ?? "moves");
  const [said, setSaid] = useState("");
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const hand = async (over: (text: string) => Promise<string>): Promise<void> => {
    try {
      // OBF has a board a line, which the server knows.
      const boards = chosen === "obf" ? await server.positions(game.game, along(line)) : [];
      const text = writeRecord(
        game,
        chosen,
        written,
        boards.map((one) => one.board),
      );
      setRefusal(null);
      setSaid(await over(text));
    } catch (error) {
      setRefusal(refusalOf(error));
    }
  };
  const copy = (text: string): Promise<string> =>
    navigator.clipboard.writeText(text).then(
      () => records.copied,
      () => records.notCopied,
    );
  const download = async (text: string): Promise<string> => {
    const address = URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" }));
    const link = document.createElement("a");
    link.href = address;
    link.download = `${game.game}.${ENDINGS[chosen]}`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
    return "";
  };
  return (
    <details class="save">
      <summary>{records.save}</summary>
      {formats.length > 1 && (
        <Choice<Format>
          legend={records.format}
          name="format"
          options={formats.map((one) => [one, records.formats[one]])}
          chosen={chosen}
          onChoose={(format) => {
            setChosen(format);
            setSaid("");
          }}
        />
      )}
      <p class="quiet">{records.about[chosen]}</p>
      <div class="controls">
        <button type="button" onClick={() => void hand(download)}>
          {records.download}
        </button>
        <button type="button" onClick={() => void hand(copy)}>
          <span aria-live="polite">{said === "" ? records.copy : said}</span>
        </button>
      </div>
      <FieldError refusal={refusal} />
    </details>
  );
}
