import type { ComponentChildren } from "preact";
import { Mark } from "../boards/badge.tsx";
import { Board, moveAt } from "../boards/board.tsx";
import { whyRefused } from "../boards/go.ts";
import { landing } from "../boards/layout.ts";
import type { BoardMarks } from "../boards/marks.tsx";
import { PlainBoard } from "../boards/plain.tsx";
import { winningLines } from "../boards/winning.ts";
import type { Game, KnownValue, MoveAnswer, Position } from "../../engine/src/contract.ts";
import { isDrawn } from "../families.ts";
import { otherSides } from "../loss.ts";
import { bestMoves } from "../playing/hints.ts";
import { SWAP, swapChoice } from "../swap.ts";
import { gameTitle, shortValue, spokenValue, tone } from "../words.ts";
import { useWords } from "../words/context.ts";
import "./game-board.css";

interface GameBoardProps {
  game: Game;
  shown: Position | null;
  isFlipped: boolean;
  isOpen: boolean;
  showsValues: boolean;
  /** The moves that hints point at. */
  hinted: readonly string[];
  marks: BoardMarks | undefined;
  onPlay: (move: string) => void;
  /** Called with the reason why a stone cannot be played where a person tried. */
  onRefused: (why: string) => void;
}

/** The board: drawn for the families that the page knows, as text for others. */
export function GameBoard(props: GameBoardProps): ComponentChildren {
  const words = useWords();
  const { game, shown, isOpen, showsValues, onPlay } = props;
  const label = words.board.label({ game: gameTitle(words, game) });
  if (!isDrawn(game)) {
    const boardProps = { game, isOpen, showsValues, onPlay, label };
    return shown && <PlainBoard {...boardProps} position={shown} />;
  }
  const open: readonly MoveAnswer[] = shown && isOpen ? shown.moves : [];
  const last = shown?.moves_played.at(-1);
  return (
    <Board
      game={game}
      isFlipped={props.isFlipped}
      cells={shown?.cells ?? ""}
      moves={open}
      best={shown && isOpen ? bestMoves(shown) : []}
      hinted={props.hinted}
      last={shown && last !== undefined ? landing(game, last, shown.cells) : null}
      won={shown?.over && shown.value !== 0 ? winningLines(game, shown.cells) : []}
      forbidden={shown && isOpen ? shown.forbidden : []}
      owners={shown?.areas?.owners ?? null}
      showsValues={showsValues}
      marks={props.marks}
      onCell={(cell) => {
        const move = moveAt(game, open, cell);
        if (move) return onPlay(move.move);
        const why = shown && isOpen ? whyRefused(words, game, shown, cell) : null;
        if (why !== null) props.onRefused(why);
      }}
      label={label}
    />
  );
}

interface MoveButtonProps {
  game: Game;
  position: Position;
  showsValues: boolean;
  onPlay: (move: string) => void;
}

/** The button for a pass, which has no cell on the board. */
export function PassButton({ game, position, showsValues, onPlay }: MoveButtonProps): ComponentChildren {
  const words = useWords();
  const pass = position.moves.find((one) => one.pass);
  if (!pass) return null;
  return (
    <button type="button" class="pass" onClick={() => onPlay(pass.move)}>
      {words.controls.pass}
      {showsValues && <ButtonValue game={game} knownValue={pass} isBest={bestMoves(position).includes(pass.move)} />}
    </button>
  );
}

/** The button that exchanges colours after the first stone. */
export function SwapButton({ game, position, showsValues, onPlay }: MoveButtonProps): ComponentChildren {
  const words = useWords();
  return (
    <button type="button" class="pass swap" onClick={() => onPlay(SWAP)}>
      {words.swap.button}
      {showsValues && (
        <ButtonValue game={game} knownValue={otherSides(position)} isBest={swapChoice(position) === "swap"} />
      )}
    </button>
  );
}

function ButtonValue({
  game,
  knownValue,
  isBest,
}: {
  game: Game;
  knownValue: KnownValue;
  isBest: boolean;
}): ComponentChildren {
  const words = useWords();
  const { list, values } = words;
  const spoken = spokenValue(words, game, knownValue);
  return (
    <span class="pass-value">
      <Mark tone={tone(knownValue)} />
      <span aria-hidden="true">
        {shortValue(knownValue)}
        {isBest && " ★"}
      </span>{" "}
      <span class="visually-hidden">{isBest ? list({ texts: [spoken, values.isBest] }) : spoken}</span>
    </span>
  );
}
