import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { refusalOf } from "../answers.ts";
import { Board } from "../boards/board.tsx";
import type { Game, Position, Side } from "../contract.ts";
import { type DrawnGame, isDrawn } from "../families.ts";
import type { Go } from "../navigation.ts";
import { cycled, stonesTellTurn, writeBoard, writeLine } from "../notation.ts";
import { type Line, type Refusal, server } from "../server.ts";
import { Dialog } from "./dialog.tsx";
import { Choice, FieldError } from "./parts.tsx";
import { Pasted } from "./pasted.tsx";

interface SetupProps {
  game: Game;
  line: Line;
  position: Position | null;
  go: Go;
  onClose: () => void;
}

/** Another position: pasted, set up by hand, or chosen at random. */
export function Setup({ game, line, position, go, onClose }: SetupProps): ComponentChildren {
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const use = (read: Line): void => {
    go({ from: read.from, moves: read.moves, at: read.moves.length, view: "play" });
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
    <Dialog title="Set up a position" onClose={onClose}>
      <Pasted
        game={game}
        id="pasted-position"
        label="Position or moves"
        initial={writeLine(game, line)}
        button="Go there"
        rows={3}
        onRead={use}
      />
      {game.artifact && position?.board && (
        <p>
          <button type="button" onClick={() => void chooseAtRandom()}>
            A random stored position
          </button>
        </p>
      )}
      <FieldError refusal={refusal} />
      {isDrawn(game) && <ByHand game={game} position={position} onUse={use} />}
    </Dialog>
  );
}

interface ByHandProps {
  game: DrawnGame;
  position: Position | null;
  onUse: (line: Line) => void;
}

function ByHand({ game, position, onUse }: ByHandProps): ComponentChildren {
  const empty = "-".repeat(game.columns * game.rows);
  const [cells, setCells] = useState(position?.cells ?? empty);
  const [toMove, setToMove] = useState<Side>(position?.to_move ?? "first");
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const use = async (): Promise<void> => {
    const from = writeBoard(game, cells, stonesTellTurn(game) ? stones(cells) % 2 === 0 : toMove === "first");
    try {
      const line = { from, moves: [] };
      await server.position(game.game, line, "never");
      onUse(line);
    } catch (error) {
      setRefusal(refusalOf(error));
    }
  };
  return (
    <section class="by-hand" aria-label="By hand">
      <h3>Or by hand</h3>
      <p class="quiet">
        A click makes an empty cell {game.sides[0]}, then {game.sides[1]}, then empty again.
      </p>
      <div class="small-board">
        <Board
          game={game}
          cells={cells}
          moves={[]}
          best={null}
          last={null}
          showsValues={false}
          isEdited={true}
          onCell={(cell) => setCells(cycled(cells, cell))}
          label="Board to set up"
        />
      </div>
      {!stonesTellTurn(game) && (
        <Choice<Side>
          legend="To move"
          name="to-move"
          options={[
            ["first", game.sides[0]],
            ["second", game.sides[1]],
          ]}
          chosen={toMove}
          onChoose={setToMove}
        />
      )}
      <FieldError refusal={refusal} />
      <div class="controls">
        <button type="button" onClick={() => setCells(empty)}>
          Clear
        </button>
        <button type="button" class="primary" onClick={() => void use()}>
          Use this board
        </button>
      </div>
    </section>
  );
}

function stones(cells: string): number {
  return cells.replaceAll("-", "").length;
}
