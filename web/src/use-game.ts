import { useCallback, useEffect, useMemo, useReducer } from "preact/hooks";
import { type PositionAnswer, useChoice, usePosition } from "./answers.ts";
import type { BoardMarks } from "./boards/marks.tsx";
import type { Position, Side } from "../engine/src/contract.ts";
import { isDrawn } from "./families.ts";
import type { Commands, GameView } from "./game-view.ts";
import { useLegalPart } from "./legal-part.ts";
import { writeLine } from "./notation.ts";
import { type ProgramMove, usePlayAlone } from "./play-alone.ts";
import {
  type Scene,
  errsHere,
  judgementOf,
  runningSide,
  sceneOf,
  searchForMove,
  turnsOf,
  withChoice,
} from "./play-scene.ts";
import { type Action, type PlayState, clockOf, lineKey, newPlay, reduce } from "./play-state.ts";
import { useSound } from "./playing/sound.ts";
import { type RunningClock, useClock } from "./playing/use-clock.ts";
import { startOf } from "./proof-file.ts";
import { useReviewMarks } from "./review-marks.ts";
import { played } from "./route.ts";
import type { Refusal } from "./server.ts";
import { searchOf } from "./settings.ts";
import { useShortcuts } from "./shortcuts.ts";
import { SWAP, canSwap, serverMoves, withSwap } from "./swap.ts";
import { type Turns, redoTo, undoTo } from "./turns.ts";

/** What the page of a game is given. */
export type GameProps = Omit<GameView, "line" | "search" | "take">;

/** A game as its page shows it, and what the person can do. */
export interface GameOnPage {
  view: GameView;
  play: PlayState;
  scene: Scene;
  here: PositionAnswer;
  /** Whether the end of the game is being searched. */
  isEnding: boolean;
  /** The key of the position. */
  place: string;
  legal: { isCutting: boolean; refusal: Refusal | null; doubt: (refusal: Refusal) => void };
  turns: Turns | null;
  clock: RunningClock | null;
  marks: BoardMarks | undefined;
  dispatch: (action: Action) => void;
  commands: Commands;
}

export function useGame(props: GameProps): GameOnPage {
  const { game, route, go, settings } = props;
  const [play, dispatch] = useReducer(reduce, null, () => newPlay(randomSeed()));
  const line = useMemo(
    () => ({ from: route.from, moves: serverMoves(game, route.moves.slice(0, route.at)) }),
    [game, route.from, route.moves, route.at],
  );
  const place = JSON.stringify([game.game, line]);
  // To err on purpose, the program must know which moves are worse, and not only the best one. After
  // both sides err, a review is outside of what is stored.
  const isWide = play.search === place || route.view === "review" || errsHere(play, route, line, settings.errors);
  const search = isWide ? "anywhere" : searchOf(settings);
  const take: GameView["take"] = (read, notes, to) => {
    const hasSwap = route.hasSwap || (canSwap(game) && read.moves[1] === SWAP);
    // A game that was pasted need not be the person's.
    const player = to === "review" ? "both" : route.player;
    go({ from: read.from, moves: read.moves, at: read.moves.length, view: to, player, hasSwap });
    dispatch({ type: "take", line: writeLine(game, read), notes });
  };
  const view: GameView = { ...props, line, search, take };
  const found = usePosition(game.game, line, search);
  const searchOfMove = searchForMove(play, { ...found, game, route, settings, line, place }, search);
  const chosen = useChoice(game.game, line, searchOfMove);
  const answer = useMemo(() => withChoice(found.answer, chosen.answer), [found.answer, chosen.answer]);
  const shown = useMemo(() => withChoice(found.shown, chosen.answer), [found.shown, chosen.answer]);
  const here = { ...found, answer, shown };
  const { isSearching } = here;
  const legal = useLegalPart({ game, route, go, refusal: here.refusal, play, dispatch });
  useServerAnswer(view, here, dispatch);
  const turns = turnsOf(game, route, shown);
  const timing = useMemo(
    () => ({ game: `${play.round} ${route.from}`, control: settings.clock }),
    [play.round, route.from, settings.clock],
  );
  const run = useCallback(
    (side: Side | null) => dispatch({ type: "run", timing, side, now: performance.now() }),
    [timing],
  );
  const clock = useClock(clockOf(play, timing), runningSide(route, answer, turns), run);
  const fallen = clock?.fallen ?? null;
  const sceneProps = {
    game,
    route,
    settings,
    line,
    turns,
    place,
    answer,
    shown,
    isSearching,
    fallen,
    choice: chosen.answer,
    isChosen: searchOfMove !== null && !chosen.isLoading,
  };
  const scene = sceneOf(play, sceneProps);
  const move = (name: string, guess: string | null, mode: "push" | "replace"): void => {
    const isSwap = scene.maySwap && name === SWAP;
    dispatch({ type: "move", timing, side: turns?.toMove ?? null, isSwap, guess, now: performance.now() });
    go(played(route, name), mode);
  };
  usePlayAlone(scene.program, (next: ProgramMove) => {
    const guess = next.isGuess ? lineKey({ ...route, ...played(route, next.move) }) : null;
    move(next.move, guess, "replace");
  });
  useSound(settings.hasSound, scene.event, scene.sound);
  const onPlay = (name: string): void => {
    dispatch({ type: "judge", judgement: judgementOf(sceneProps, name) });
    // If the move is the one that was undone, the moves after it can still be redone.
    if (route.moves[route.at] === name) go({ at: route.at + 1 });
    else move(name, null, "push");
  };
  const open = scene.isOpen ? answer : null;
  const commands = useCommands({ view, scene, turns, place, open, dispatch, play: onPlay });
  const marks = useReviewMarks(view, shown);
  return { view, play, scene, here, isEnding: chosen.isLoading, place, legal, turns, clock, marks, dispatch, commands };
}

/** Takes over what the server says of the position. */
function useServerAnswer(
  { game, route, go }: GameView,
  here: PositionAnswer,
  dispatch: (action: Action) => void,
): void {
  const { answer } = here;
  useEffect(() => {
    if (answer) dispatch({ type: "answer", position: answer });
  }, [answer, dispatch]);
  // The server reads moves written together, and adds the passes that were left out.
  useEffect(() => {
    if (!answer || route.at < route.moves.length) return;
    const moves = withSwap(game, answer.moves_played, route.moves);
    if (moves.join(" ") === route.moves.join(" ")) return;
    dispatch({ type: "follow", route, moves });
    go({ moves, at: moves.length }, "replace");
  }, [answer, game, route, go, dispatch]);
}

interface CommandProps extends Pick<GameOnPage, "view" | "scene" | "turns" | "place" | "dispatch"> {
  /** The position, where the person may move in it. */
  open: Position | null;
  play: (move: string) => void;
}

function useCommands({ view, scene, turns, place, open, dispatch, play }: CommandProps): Commands {
  const { game, route, go, settings, change, line } = view;
  const back = turns && undoTo(turns);
  const forth = turns && redoTo(turns);
  const undo = back === null ? null : () => go({ at: back });
  const redo = forth === null ? null : () => go({ at: forth });
  const renew = (): void => {
    dispatch({ type: "renew", seed: randomSeed() });
    go({ ...startOf(game), view: "play" });
  };
  const toggleValues = (): void => {
    change({ [route.view === "play" ? "showsValues" : "showsValuesBeside"]: !scene.showsValues });
  };
  const further = scene.furtherHint;
  const hint = further && ((): void => dispatch({ type: "hint", place, position: further }));
  const takeBack = (): void => {
    if (scene.remark) go({ at: withSwap(game, line.moves.slice(0, scene.remark.ply), route.moves).length });
  };
  const flip = isDrawn(game) ? (): void => dispatch({ type: "flip" }) : null;
  const numbered = open?.moves.filter(({ move }) => /^\d$/.test(move)) ?? [];
  useShortcuts({
    ArrowLeft: route.at > 0 ? () => go({ at: route.at - 1 }) : null,
    ArrowRight: route.at < route.moves.length ? () => go({ at: route.at + 1 }) : null,
    ...(settings.hasShortcuts && {
      ...Object.fromEntries(numbered.map(({ move }) => [move, () => play(move)])),
      u: undo,
      r: redo,
      n: renew,
      v: toggleValues,
      h: hint,
      f: flip,
    }),
  });
  return { play, undo, redo, renew, toggleValues, hint, flip, takeBack };
}

function randomSeed(): number {
  return Math.floor(Math.random() * 2 ** 31);
}
