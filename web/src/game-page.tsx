import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { usePosition } from "./answers.ts";
import type { Side } from "./contract.ts";
import { isDrawn, passesAreForced } from "./families.ts";
import type { GameView } from "./game-view.ts";
import { useLegalPart } from "./legal-part.ts";
import { writeLine } from "./notation.ts";
import { usePlayAlone } from "./play-alone.ts";
import { type HintStep, hintedMoves, nextStep } from "./playing/hints.ts";
import { type Judged, judged, judgedLater, remarkOn } from "./playing/remarks.ts";
import { type Sound, useSound } from "./playing/sound.ts";
import { errsAt, mistake } from "./playing/strength.ts";
import { useClock } from "./playing/use-clock.ts";
import { startOf } from "./proof-file.ts";
import { useReviewMarks } from "./review-marks.ts";
import { type Route, type View, formatRoute, played } from "./route.ts";
import type { Line } from "./server.ts";
import { searchOf } from "./settings.ts";
import { useShortcut } from "./shortcuts.ts";
import { SWAP, bestUnderSwap, canSwap, isSwapOpen, serverMoves, withSwap } from "./swap.ts";
import { type Turn, type Turns, playerOf, redoTo, sideAt, turnOf, undoTo } from "./turns.ts";
import { Announcement } from "./views/announcement.tsx";
import { Clocks } from "./views/clocks.tsx";
import { Controls } from "./views/controls.tsx";
import { GameBoard, PassButton, SwapButton } from "./views/game-board.tsx";
import { MoveList } from "./views/move-list.tsx";
import { PlayPanel } from "./views/play.tsx";
import { Problem } from "./views/problem.tsx";
import { ProofPanel } from "./views/proof.tsx";
import { RegionPanel } from "./views/region.tsx";
import { ReviewPanel } from "./views/review.tsx";
import { Setup } from "./views/setup.tsx";
import { swapVerdict } from "./views/swap-rule.tsx";
import { ValueBar } from "./views/value-bar.tsx";
import { gameTitle, other } from "./words.ts";
import { words } from "./words/languages.ts";

export function GamePage(props: Omit<GameView, "line" | "search" | "take">): ComponentChildren {
  const { game, route, go, settings, change } = props;
  const isPlayed = route.view === "play";
  const showsValues = isPlayed ? settings.showsValues : settings.showsValuesBeside;
  const line = useMemo(
    () => ({ from: route.from, moves: serverMoves(game, route.moves.slice(0, route.at)) }),
    [game, route.from, route.moves, route.at],
  );
  const place = JSON.stringify([game.game, line]);
  const [searched, setSearched] = useState<string | null>(null);
  const [seed, setSeed] = useState(randomSeed);
  const errs = isPlayed && route.player !== "both" && errsAt(line, settings.errors, seed);
  // To err on purpose, the program must know which moves are worse, and not only the best one.
  const search = searched === place || errs ? "anywhere" : searchOf(settings);
  const [notes, setNotes] = useState<{ line: string; texts: readonly string[] } | null>(null);
  const take: GameView["take"] = (read, texts, to) => {
    const hasSwap = route.hasSwap || (canSwap(game) && read.moves[1] === SWAP);
    go({ from: read.from, moves: read.moves, at: read.moves.length, view: to, hasSwap });
    setNotes({ line: writeLine(game, read), texts });
  };
  const view: GameView = { ...props, line, search, take };
  const here = usePosition(game.game, line, search);
  const position = here.answer;
  const shown = here.shown;
  const marks = useReviewMarks(view, shown);
  const legal = useLegalPart(game, route, go, here.refusal);
  const [setsUp, setSetsUp] = useState(false);
  const [refused, setRefused] = useState<{ line: Line; why: string } | null>(null);
  const isAtEnd = route.at === route.moves.length;
  // What is wrong with the position is said once, below the board.
  const isRefused = here.refusal?.isOfPosition === true || legal.isCutting;

  // The server reads moves written together, and adds the passes that were left out.
  useEffect(() => {
    if (!position || !isAtEnd) return;
    const read = withSwap(game, position.moves_played, route.moves);
    if (read.join(" ") === route.moves.join(" ")) return;
    legal.follow(read);
    go({ moves: read, at: read.length }, "replace");
  }, [position]);

  const turns: Turns | null = shown && {
    forcedPasses: passesAreForced(game),
    moves: route.moves,
    at: withSwap(game, shown.moves_played, route.moves).length,
    toMove: shown.to_move,
    player: playerOf(route),
  };
  const asked = turns && { ...turns, at: route.at, toMove: sideAt(turns, route.at) };
  const back = asked && undoTo(asked);
  const forth = asked && redoTo(asked);

  // While it is open who has which colour, values of the colours say little.
  const swapTold = shown && swapVerdict(game, route, shown);

  const [round, setRound] = useState(0);
  const [last, setLast] = useState<Judged | null>(null);
  useEffect(() => {
    if (last && position) setLast(judgedLater(last, position));
  }, [position]);
  const [hint, setHint] = useState<{ place: string; step: HintStep }>({ place, step: 0 });
  const step = hint.place === place ? hint.step : 0;

  const isOver = position?.over ?? false;
  const runsTime = isPlayed && isAtEnd && route.at > 0 && !isOver && asked !== null;
  const clock = useClock(settings.clock, `${round} ${route.from}`, runsTime ? asked.toMove : null);

  const maySwap = shown !== null && isSwapOpen(game, route, shown);
  const made = (move: string, mode: "push" | "replace"): void => {
    if (asked) clock?.move(asked.toMove);
    if (maySwap && move === SWAP) clock?.exchange();
    go(played(route, move), mode);
  };
  const play = (move: string): void => {
    setLast(isPlayed && settings.remarks && position && swapTold === null ? judged(position, move) : null);
    // If the move is the one that was undone, the moves after it can still be redone.
    if (route.moves[route.at] === move) go({ at: route.at + 1 });
    else made(move, "push");
  };

  const isTimeUp = isPlayed && isAtEnd && !isOver && clock?.fallen;
  const turn = isTimeUp ? "time" : turnOf(shown, route, here.isSearching, maySwap);
  const [guesses, setGuesses] = useState<ReadonlySet<string>>(new Set());
  const playsAlone = isAtEnd && isPlayed && turn !== "time";
  const isReady = playsAlone && !(errs && here.isSearching);
  const error = position && errs && turn === "program" ? mistake(position, line, seed) : null;
  usePlayAlone(game, isReady ? position : null, turn, maySwap, error, (move) => {
    const next = played(route, move);
    // A move without a choice is no guess.
    if (turn === "guess" && position && position.moves.length > 1) setGuesses((old) => new Set(old).add(lineKey({ ...route, ...next })));
    made(move, "replace");
  });
  const wasGuess = isPlayed && guesses.has(lineKey(route));

  const isOpen = position !== null && (turn === "person" || (turn === "unknown" && !here.isSearching));
  const isHinted = isOpen && isPlayed && !showsValues && swapTold === null;
  const given = position && isHinted && step > 0 ? position : null;
  const canHint = position !== null && isHinted && nextStep(position, step) !== step;
  // Moves are judged by what the server says of them, which knows no swap.
  const judgedRoute = { ...route, moves: serverMoves(game, route.moves), at: line.moves.length };
  const remark = isPlayed && last ? remarkOn(last, judgedRoute) : null;
  const [event, sound] = soundOf(shown && here.answer ? shown.moves_played.length : null, turn, remark, asked?.toMove);
  useSound(settings.hasSound, event, sound);

  const undo = (): void => {
    if (back !== null) go({ at: back });
  };
  const redo = (): void => {
    if (forth !== null) go({ at: forth });
  };
  const renew = (): void => {
    setRound(round + 1);
    setSeed(randomSeed());
    go({ ...startOf(game), view: "play" });
  };
  const toggleValues = (): void => change({ [isPlayed ? "showsValues" : "showsValuesBeside"]: !showsValues });
  const tellMore = (): void => {
    if (position && canHint) setHint({ place, step: nextStep(position, step) });
  };
  useShortcut("u", settings.hasShortcuts, undo);
  useShortcut("r", settings.hasShortcuts, redo);
  useShortcut("n", settings.hasShortcuts, renew);
  useShortcut("v", settings.hasShortcuts, toggleValues);
  useShortcut("h", settings.hasShortcuts, tellMore);

  return (
    <main class="game">
      <h1 class="visually-hidden">{gameTitle(game)}</h1>
      <section class="table" aria-label={words().board.section}>
        <ValueBar game={game} position={shown} isShown={showsValues} told={swapTold} />
        {clock && isPlayed && <Clocks game={game} clock={clock} />}
        <div class="board-frame" aria-busy={here.isLoading}>
          <GameBoard
            game={game}
            shown={shown && bestUnderSwap(game, route, shown)}
            isOpen={isOpen}
            showsValues={showsValues}
            hinted={given ? hintedMoves(given, step) : []}
            marks={marks}
            onPlay={play}
            onRefused={(why) => setRefused({ line, why })}
          />
        </div>
        {refused?.line === line && (
          <p class="refused" role="alert">
            {refused.why}
          </p>
        )}
        <Controls
          canUndo={back !== null}
          canRedo={forth !== null}
          showsValues={showsValues}
          onUndo={undo}
          onRedo={redo}
          onNew={renew}
          canHint={canHint}
          onValues={toggleValues}
          onHint={tellMore}
          onSetup={() => setSetsUp(true)}
        >
          {isDrawn(game) && isOpen && (
            <PassButton game={game} position={position} showsValues={showsValues} onPlay={play} />
          )}
          {maySwap && isOpen && (
            <SwapButton game={game} position={position} showsValues={showsValues} onPlay={play} />
          )}
        </Controls>
        {here.refusal && !legal.isCutting && <Problem refusal={here.refusal} retry={here.retry} />}
        {legal.refusal && <Problem refusal={legal.refusal} retry={here.retry} />}
      </section>
      <aside class="panel" aria-label={words().board.about}>
        <Views route={route} />
        {notes && notes.texts.length > 0 && notes.line === writeLine(game, route) && (
          <ul class="notes" role="status">
            {notes.texts.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        )}
        {route.view === "play" && (
          <PlayPanel
            {...view}
            here={here}
            turn={turn}
            isAtEnd={isAtEnd}
            fallen={clock?.fallen ?? null}
            hint={given && { position: given, step }}
            remark={remark}
            wasGuess={wasGuess}
            onTakeBack={() => remark && go({ at: withSwap(game, line.moves.slice(0, remark.ply), route.moves).length })}
            onPlay={play}
            isOpen={isOpen}
            onSearch={() => setSearched(place)}
          />
        )}
        {route.view === "review" && <ReviewPanel {...view} isRefused={isRefused} onRefused={legal.doubt} />}
        {route.view === "proof" && <ProofPanel {...view} isRefused={isRefused} />}
        {route.view === "region" && <RegionPanel game={game} level={position?.level ?? null} />}
        {route.view !== "review" && <MoveList game={game} route={route} turns={turns} go={go} />}
      </aside>
      <Announcement
        game={game}
        position={here.isSearching ? null : position}
        showsValues={showsValues}
        turn={turn}
        route={route}
        wasGuess={wasGuess}
        fallen={clock?.fallen ?? null}
      />
      {setsUp && (
        <Setup
          game={game}
          line={{ from: route.from, moves: route.moves.slice(0, route.at) }}
          position={position}
          onUse={(read, texts) => take(read, texts, "play")}
          onClose={() => setSetsUp(false)}
        />
      )}
    </main>
  );
}

/** What tells the lines of play apart. */
function lineKey({ game, from, moves, at }: Route): string {
  return JSON.stringify([game, from, moves.slice(0, at)]);
}

function randomSeed(): number {
  return Math.floor(Math.random() * 2 ** 31);
}

/** What happened last, and how it sounds. */
function soundOf(
  moves: number | null,
  turn: Turn,
  remark: Judged | null,
  toMove: Side | undefined,
): [string | null, Sound | null] {
  if (moves === null || toMove === undefined) return [null, null];
  if (turn === "time") return [`time ${moves}`, "time"];
  if (turn === "over") return [`over ${moves}`, "end"];
  if (remark && moves === remark.ply + 1) return [`moves ${moves}`, "remark"];
  return [`moves ${moves}`, moves > 0 ? other(toMove) : null];
}

const VIEWS: readonly View[] = ["play", "review", "proof", "region"];

function Views({ route }: { route: Route }): ComponentChildren {
  const { views } = words();
  return (
    <nav class="views" aria-label={views.label}>
      {VIEWS.map((view) => (
        <a key={view} href={formatRoute({ ...route, view })} aria-current={route.view === view ? "page" : undefined}>
          {views[view]}
        </a>
      ))}
    </nav>
  );
}
