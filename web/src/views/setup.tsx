import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { refusalOf } from "../answers.ts";
import { Board } from "../boards/board.tsx";
import type { Game, Position, Side } from "../../engine/src/contract.ts";
import { type DrawnGame, isBuiltIn, isDrawn } from "../families.ts";
import { cycled, stonesOf, stonesTellTurn, writeBoard, writeLine } from "../notation.ts";
import { type Line, type Refusal, server } from "../server.ts";
import { sideName } from "../words.ts";
import { Dialog } from "./dialog.tsx";
import { Choice, FieldError } from "./parts.tsx";
import { Pasted } from "./pasted.tsx";
import { useWords } from "../words/context.ts";
import "./setup.css";

interface SetupProps {
  game: Game;
  line: Line;
  position: Position | null;
  /** Called with a line, and with what the reader of a record left out or assumed. */
  onUse: (line: Line, notes: readonly string[]) => void;
  onClose: () => void;
}

/** Another position: pasted, set up by hand, or chosen at random. */
export function Setup({ game, line, position, onUse, onClose }: SetupProps): ComponentChildren {
  const { setup } = useWords();
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const use = (read: Line, notes: readonly string[] = []): void => {
    onUse(read, notes);
    onClose();
  };
  const chooseAtRandom = async (): Promise<void> => {
    try {
      const seed = Math.floor(Math.random() * 2 ** 31);
      const found = await server.random(game.game, seed);
      use({ from: found.board, moves: [] });
    } catch (error) {
      setRefusal(refusalOf(error));
    }
  };
  return (
    <Dialog title={setup.title} onClose={onClose}>
      <Pasted
        game={game}
        id="pasted-position"
        label={setup.field}
        initial={writeLine(game, line)}
        button={setup.button}
        rows={3}
        onRead={use}
      />
      {game.artifact && position?.board && (
        <p>
          <button type="button" onClick={() => void chooseAtRandom()}>
            {setup.random}
          </button>
        </p>
      )}
      <FieldError refusal={refusal} />
      {isDrawn(game) && isBuiltIn(game) && <ByHand game={game} position={position} onUse={use} />}
    </Dialog>
  );
}

interface ByHandProps {
  game: DrawnGame;
  position: Position | null;
  onUse: (line: Line) => void;
}

function ByHand({ game, position, onUse }: ByHandProps): ComponentChildren {
  const words = useWords();
  const { setup } = words;
  const [first, second] = [sideName(words, game, "first"), sideName(words, game, "second")];
  const empty = "-".repeat(game.columns * game.rows);
  const [cells, setCells] = useState(position?.cells ?? empty);
  const [toMove, setToMove] = useState<Side>(position?.to_move ?? "first");
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const use = async (): Promise<void> => {
    const from = writeBoard(game, cells, stonesTellTurn(game) ? stonesOf(cells) % 2 === 0 : toMove === "first");
    try {
      const line = { from, moves: [] };
      await server.position(game.game, line, "never");
      onUse(line);
    } catch (error) {
      setRefusal(refusalOf(error));
    }
  };
  return (
    <section class="by-hand" aria-label={setup.byHand}>
      <h3>{setup.orByHand}</h3>
      <p class="quiet">{setup.clicks({ first, second })}</p>
      <div class="small-board">
        <Board
          game={game}
          cells={cells}
          moves={[]}
          best={[]}
          last={null}
          showsValues={false}
          isEdited={true}
          onCell={(cell) => setCells(cycled(cells, cell))}
          label={setup.board}
        />
      </div>
      {!stonesTellTurn(game) && (
        <Choice<Side>
          legend={setup.toMove}
          name="to-move"
          options={[
            ["first", first],
            ["second", second],
          ]}
          chosen={toMove}
          onChoose={setToMove}
        />
      )}
      <FieldError refusal={refusal} />
      <div class="controls">
        <button type="button" onClick={() => setCells(empty)}>
          {setup.clear}
        </button>
        <button type="button" class="primary" onClick={() => void use()}>
          {setup.use}
        </button>
      </div>
    </section>
  );
}
