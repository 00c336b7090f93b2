import type { ComponentChildren } from "preact";
import { useMemo, useRef, useState } from "preact/hooks";
import type { ForbiddenMove, MoveAnswer } from "../../engine/src/contract.ts";
import type { DrawnGame } from "../families.ts";
import { areValuesKnown, shortValue, sideName, spokenValue, tone } from "../words.ts";
import { Badge } from "./badge.tsx";
import {
  type Layout,
  type Spot,
  atMark,
  boardClass,
  cellAfterKey,
  cellName,
  countIn,
  layoutOf,
  middleCell,
  points,
  ringOf,
} from "./layout.ts";
import { type BoardMarks, Marks } from "./marks.tsx";
import { Pieces } from "./pieces.tsx";
import { Front, Surface } from "./surface.tsx";
import type { Words } from "../words/catalogue.ts";
import { useWords } from "../words/context.ts";
import "./board.css";

interface BoardProps {
  game: DrawnGame;
  /** Whether the board is seen from the other side. */
  isFlipped?: boolean;
  cells: string;
  /** The moves that the person may play; empty where it is not their turn. */
  moves: readonly MoveAnswer[];
  /** The moves that are marked as best. */
  best: readonly string[];
  /** The moves that hints point at. */
  hinted?: readonly string[];
  /** The moves that would repeat an earlier position, which is against the rules. */
  forbidden?: readonly ForbiddenMove[];
  /** Whose each cell is where a game is scored by areas: `X`, `O`, or `-` for neither side. */
  owners?: string | null;
  /** The cell where the last stone landed. */
  last: number | null;
  /** The lines that have won the game, each by its cells. */
  won?: readonly (readonly number[])[];
  showsValues: boolean;
  /** Called with a cell that was clicked or confirmed with Enter. */
  onCell: (cell: number) => void;
  /** Whether any cell can be chosen, as when a position is set up. */
  isEdited?: boolean;
  /** What a review draws on the board. */
  marks?: BoardMarks | undefined;
  label: string;
}

/** The move that a click on a cell plays; in Connect Four, on any cell of its column. */
export function moveAt(game: DrawnGame, moves: readonly MoveAnswer[], cell: number): MoveAnswer | undefined {
  if (game.family === "connect-four") {
    const column = cell % game.columns;
    return moves.find((one) => one.cell !== null && one.cell % game.columns === column);
  }
  return moves.find((one) => one.cell === cell);
}

/** A board: one stop of the Tab key. Arrow keys move the focus between the cells, Enter and Space play. */
export function Board(props: BoardProps): ComponentChildren {
  const { game, cells, moves, marks, isFlipped = false } = props;
  // A number marks the last stone by a line below it; in a row, the stone itself is bolder.
  const isNumbered = game.family !== "mnk" && marks !== undefined && marks.numbers.size > 0;
  const layout = useMemo(() => layoutOf(game, isFlipped), [game, isFlipped]);
  const [current, setCurrent] = useState(() => middleCell(layout));
  /** Whether the last cell was chosen by the pointer: then the focus is not outlined until a key is pressed. */
  const [isByPointer, setIsByPointer] = useState(false);
  /** The cell under the pointer, or with the focus. */
  const [pointed, setPointed] = useState<number | null>(null);
  const svg = useRef<SVGSVGElement>(null);
  const focus = (cell: number): void => svg.current?.querySelector<SVGGElement>(`[data-cell="${cell}"]`)?.focus();
  const onKeyDown = (event: KeyboardEvent): void => {
    setIsByPointer(false);
    // Shift leaves the arrows to the page.
    if (event.metaKey || event.altKey || event.shiftKey) return;
    // The cell with the focus, which may be newer than the one last drawn.
    const focused = (event.target as Element).closest("[data-cell]")?.getAttribute("data-cell");
    const here = focused ? Number(focused) : current;
    const next = cellAfterKey(layout, here, event.key, event.ctrlKey);
    const plays = (event.key === "Enter" || event.key === " ") && !event.ctrlKey;
    if (next === null && !plays) return;
    event.preventDefault();
    if (plays) props.onCell(here);
    else if (next !== null) focus(next);
  };
  const onChoose = (cell: number): void => {
    setCurrent(cell);
    if (svg.current?.contains(document.activeElement)) focus(cell);
    props.onCell(cell);
  };

  const target = pointed === null ? undefined : moveAt(game, moves, pointed);
  return (
    // Listens here, since a picture that listens for the focus is a stop of the Tab key in Chromium.
    <div
      class="board-box"
      onFocusIn={(event) => {
        if (!svg.current?.contains(event.relatedTarget as Node | null)) setIsByPointer(false);
      }}
    >
      <svg
        ref={svg}
        class={`${boardClass(game)}${isByPointer ? " by-pointer" : ""}`}
        viewBox={layout.viewBox}
        role="grid"
        aria-label={props.label}
        onKeyDown={onKeyDown}
        // The focus stays where it is, so that keys are commands of the page after a click.
        onMouseDown={(event) => {
          event.preventDefault();
          setIsByPointer(true);
        }}
        onPointerLeave={() => setPointed(null)}
      >
        <Surface game={game} layout={layout} />
        <Pieces
          game={game}
          layout={layout}
          cells={cells}
          last={isNumbered ? null : props.last}
          target={target?.cell ?? null}
        />
        <Front game={game} layout={layout} last={props.last} />
        <WinningLines layout={layout} lines={props.won ?? []} />
        <Owners {...props} layout={layout} />
        <Moves {...props} layout={layout} />
        {marks && <Marks game={game} layout={layout} cells={cells} last={props.last} marks={marks} />}
        {layout.rows.map((row) => (
          <g role="row" key={row[0]?.cell}>
            {row.map((spot) => (
              <Cell
                key={spot.cell}
                props={props}
                layout={layout}
                spot={spot}
                isCurrent={spot.cell === current}
                onPoint={setPointed}
                onChoose={onChoose}
                onFocus={setCurrent}
              />
            ))}
          </g>
        ))}
      </svg>
    </div>
  );
}

/** The moves with their values. Screen readers read them from the labels of the cells. */
function Moves(props: BoardProps & { layout: Layout }): ComponentChildren {
  const { game, moves, best, hinted, forbidden, showsValues, layout } = props;
  const tells = showsValues && areValuesKnown(moves);
  return (
    <g class="move-marks" aria-hidden="true">
      {moves.map((one) => {
        const spot = one.cell === null ? undefined : layout.spots[one.cell];
        if (!spot) return null;
        const isBest = best.includes(one.move);
        return (
          <g key={one.move} data-at={spot.cell} transform={atMark(game, spot)}>
            {tells || (isBest && showsValues) ? (
              <Badge tone={tone(one)} text={shortValue(one)} isBest={isBest} />
            ) : (
              <>
                {hinted?.includes(one.move) && <circle class="hinted" r="30" />}
                <circle class="dot" r="9" />
              </>
            )}
          </g>
        );
      })}
      {forbidden?.map((one) => {
        const spot = one.cell === null ? undefined : layout.spots[one.cell];
        return spot && <path key={one.move} class="forbidden" d={CROSS} transform={`translate(${spot.x} ${spot.y})`} />;
      })}
    </g>
  );
}

const CROSS = "M-15,-15 L15,15 M15,-15 L-15,15";

/** Whose area each empty cell is, as small squares. */
function Owners({ cells, owners, layout }: BoardProps & { layout: Layout }): ComponentChildren {
  if (!owners) return null;
  const empty = layout.spots.filter((spot) => cells[spot.cell] === "-");
  return (
    <g class="owners" aria-hidden="true">
      {empty.map((spot) => {
        const owner = owners[spot.cell];
        const side = owner === "X" ? "first" : owner === "O" ? "second" : "neither";
        return <rect key={spot.cell} class={`owner ${side}`} x={spot.x - 15} y={spot.y - 15} width="30" height="30" />;
      })}
    </g>
  );
}

/** A stroke through the stones that have won. */
function WinningLines({ layout, lines }: { layout: Layout; lines: readonly (readonly number[])[] }): ComponentChildren {
  return (
    <g class="won" aria-hidden="true">
      {lines.map((line) => {
        const path = points(line.flatMap((cell) => layout.spots[cell] ?? []).map(({ x, y }) => [x, y]));
        return (
          <g key={line.join(" ")}>
            <polyline class="won-outline" points={path} />
            <polyline class="won-line" points={path} />
          </g>
        );
      })}
    </g>
  );
}

interface CellProps {
  props: BoardProps;
  layout: Layout;
  spot: Spot;
  isCurrent: boolean;
  onPoint: (cell: number | null) => void;
  onChoose: (cell: number) => void;
  onFocus: (cell: number) => void;
}

function Cell(cellProps: CellProps): ComponentChildren {
  const words = useWords();
  const { spot, layout, props, isCurrent, onPoint } = cellProps;
  const ring = points(ringOf(props.game, layout, spot));
  const { game, moves, isEdited } = props;
  const move = moveAt(game, moves, spot.cell);
  const playable = isEdited || move !== undefined;
  const spokenMove = move && props.showsValues && areValuesKnown(moves) ? spokenValue(words, game, move) : null;
  return (
    <g
      role="gridcell"
      class={`cell${playable ? " playable" : ""}`}
      data-cell={spot.cell}
      // In SVG the name of the attribute has no capital letter.
      tabindex={isCurrent ? 0 : -1}
      aria-label={cellLabel(words, props, spot)}
      aria-disabled={playable ? undefined : "true"}
      transform={`translate(${spot.x} ${spot.y})`}
      onClick={() => cellProps.onChoose(spot.cell)}
      onFocus={() => {
        cellProps.onFocus(spot.cell);
        onPoint(spot.cell);
      }}
      onBlur={() => onPoint(null)}
      onPointerEnter={() => onPoint(spot.cell)}
    >
      {spokenMove !== null && <title>{spokenMove}</title>}
      <polygon class="hit" points={points(layout.outline)} />
      {isCurrent && <polygon class="ring casing" points={ring} />}
      {isCurrent && <polygon class="ring" points={ring} />}
    </g>
  );
}

/** What a screen reader reads for a cell. */
function cellLabel(words: Words, props: BoardProps, spot: Spot): string {
  const { game, cells, moves, isEdited, marks } = props;
  const { board, list } = words;
  const stone = cells[spot.cell];
  const texts = [cellName(words, game, spot)];
  if (stone === "X") texts.push(sideName(words, game, "first"));
  else if (stone === "O") texts.push(sideName(words, game, "second"));
  else if (stone === "#") texts.push(board.neither);
  else texts.push(countIn(game, stone)?.toString() ?? board.empty);
  const number = marks?.numbers.get(spot.cell);
  if (number !== undefined) texts.push(board.moveNumber({ number }));
  if (spot.cell === props.last) texts.push(board.lastMove);
  if (props.won?.some((line) => line.includes(spot.cell))) texts.push(board.inWinningLine);
  if (spot.cell === marks?.played) texts.push(board.playedNext);
  if (spot.cell === marks?.better) texts.push(board.better);
  const inLine = marks?.line.find((one) => one.cell === spot.cell);
  if (inLine) texts.push(board.lineMove({ number: inLine.number }));
  const move = isEdited ? undefined : moveAt(game, moves, spot.cell);
  if (move && move.cell !== spot.cell) {
    if (stone === "-") texts.push(board.dropsFurther);
  } else if (move) {
    // Every cell of a column in Connect Four plays its move; the one it fills has its value.
    texts.push(board.canBePlayed);
    if (props.hinted?.includes(move.move)) texts.push(board.hinted);
    if (props.showsValues) {
      texts.push(spokenValue(words, game, move));
      if (props.best.includes(move.move)) texts.push(board.bestMove);
    }
  }
  if (!isEdited && props.forbidden?.some((one) => one.cell === spot.cell)) texts.push(board.forbidden);
  const owner = props.owners?.[spot.cell];
  if (owner === "X" || owner === "O") {
    texts.push(board.countsFor({ side: sideName(words, game, owner === "X" ? "first" : "second") }));
  } else if (owner === "-") {
    texts.push(board.countsForNeither);
  }
  return list({ texts });
}
