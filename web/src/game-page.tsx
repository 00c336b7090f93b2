import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { usePosition } from "./answers.ts";
import { useShortcut } from "./app.tsx";
import { Board, moveAt } from "./boards/board.tsx";
import { Mark } from "./boards/badge.tsx";
import { landing } from "./boards/layout.ts";
import type { Game, MoveKnown, Position } from "./contract.ts";
import type { Go } from "./navigation.ts";
import type { Route, View } from "./route.ts";
import { formatRoute } from "./route.ts";
import { type Change, type Settings, searchOf } from "./settings.ts";
import { type Turns, redoTo, sideAt, undoTo } from "./turns.ts";
import { Controls } from "./views/controls.tsx";
import { MoveList } from "./views/move-list.tsx";
import { PlayPanel } from "./views/play.tsx";
import { Problem } from "./views/problem.tsx";
import { ProofPanel } from "./views/proof.tsx";
import { RegionPanel } from "./views/region.tsx";
import { ReviewPanel } from "./views/review.tsx";
import { Setup } from "./views/setup.tsx";
import { ValueBar } from "./views/value-bar.tsx";
import { gameTitle, shortValue, sideName, spokenValue, statusWords, tone, verdict } from "./words.ts";

/** How long the program's move and a forced pass wait, in milliseconds, so that one sees them. */
const REPLY_DELAY = 420;
const PASS_DELAY = 900;
/** Where nothing is animated there is less to wait for. */
const STILL_DELAY = 60;

export interface GamePageProps {
  game: Game;
  route: Route;
  go: Go;
  settings: Settings;
  change: Change;
}

export function GamePage(props: GamePageProps): ComponentChildren {
  const { game, route, go, settings, change } = props;
  const line = useMemo(
    () => ({ from: route.from, moves: route.moves.slice(0, route.at) }),
    [route.from, route.moves, route.at],
  );
  const search = searchOf(settings);
  const here = usePosition(game.game, line, search);
  const position = here.answer;
  const shown = here.shown;
  const [setsUp, setSetsUp] = useState(false);
  const isAtEnd = route.at === route.moves.length;

  // The server reads moves written together, and adds the passes that were left out.
  useEffect(() => {
    if (!position || !isAtEnd) return;
    const played = position.moves_played;
    if (played.join(" ") !== route.moves.join(" ")) go({ moves: played, at: played.length }, "replace");
  }, [position]);

  const turns: Turns | null = shown && {
    family: game.family,
    moves: route.moves,
    at: shown.moves_played.length,
    toMove: shown.to_move,
    player: route.view === "play" ? route.player : "both",
  };
  const back = turns && undoTo({ ...turns, at: route.at, toMove: sideAt(turns, route.at) });
  const forth = turns && redoTo({ ...turns, at: route.at, toMove: sideAt(turns, route.at) });

  const play = (move: string): void => {
    const rest = route.moves[route.at] === move ? route.moves : [...route.moves.slice(0, route.at), move];
    go({ moves: rest, at: route.at + 1 });
  };

  const turn = turnOf(shown, route, here.isSearching);
  usePlayAlone(position, turn, game, isAtEnd && route.view === "play", (move) => {
    go({ moves: [...route.moves.slice(0, route.at), move], at: route.at + 1 }, "replace");
  });

  const isOpen = position !== null && (turn === "person" || (turn === "unknown" && !here.isSearching));
  const open: readonly MoveKnown[] = isOpen ? position.moves : [];
  const pass = position?.moves.find((one) => one.pass);
  const last = useMemo(() => lastCell(game, shown), [game, shown]);

  const undo = (): void => {
    if (back !== null) go({ at: back });
  };
  const redo = (): void => {
    if (forth !== null) go({ at: forth });
  };
  const renew = (): void => go({ from: "-", moves: [], at: 0, view: "play" });
  const toggleValues = (): void => change({ showsValues: !settings.showsValues });
  useShortcut("u", settings.hasShortcuts, undo);
  useShortcut("r", settings.hasShortcuts, redo);
  useShortcut("n", settings.hasShortcuts, renew);
  useShortcut("v", settings.hasShortcuts, toggleValues);

  return (
    <main class="game">
      <h1 class="visually-hidden">{gameTitle(game)}</h1>
      <section class="table" aria-label="Board">
        <ValueBar game={game} position={shown} isShown={settings.showsValues} />
        <div class="board-frame" aria-busy={here.isLoading}>
          {game.family === "tree" ? (
            <p class="quiet">A tree has no board: choose a branch from the list of moves.</p>
          ) : (
            <Board
              game={game}
              cells={shown?.cells ?? ""}
              moves={open}
              best={isOpen ? position.best_move : null}
              last={last}
              showsValues={settings.showsValues}
              onCell={(cell) => {
                const move = moveAt(game, open, cell);
                if (move) play(move.move);
              }}
              label={`${gameTitle(game)} board`}
            />
          )}
        </div>
        <Controls
          canUndo={back !== null}
          canRedo={forth !== null}
          showsValues={settings.showsValues}
          onUndo={undo}
          onRedo={redo}
          onNew={renew}
          onValues={toggleValues}
          onSetup={() => setSetsUp(true)}
        >
          {pass && isOpen && <PassButton game={game} pass={pass} showsValues={settings.showsValues} onPass={() => play(pass.move)} />}
        </Controls>
        {here.refusal && <Problem refusal={here.refusal} retry={here.retry} />}
      </section>
      <aside class="panel" aria-label="About the position">
        <Views route={route} />
        {route.view === "play" && (
          <PlayPanel {...props} here={here} turn={turn} isAtEnd={isAtEnd} onPlay={play} isOpen={isOpen} />
        )}
        {route.view === "review" && <ReviewPanel {...props} search={search} />}
        {route.view === "proof" && <ProofPanel {...props} line={line} search={search} />}
        {route.view === "region" && <RegionPanel game={game} level={position?.level ?? null} />}
        {route.view !== "review" && <MoveList game={game} route={route} turns={turns} go={go} />}
      </aside>
      <Announcement game={game} position={position} here={here} settings={settings} turn={turn} />
      {setsUp && (
        <Setup
          game={game}
          line={line}
          position={position}
          go={go}
          onClose={() => setSetsUp(false)}
        />
      )}
    </main>
  );
}

interface PassButtonProps {
  game: Game;
  pass: MoveKnown;
  showsValues: boolean;
  onPass: () => void;
}

function PassButton({ game, pass, showsValues, onPass }: PassButtonProps): ComponentChildren {
  return (
    <button type="button" class="pass" onClick={onPass}>
      Pass
      {showsValues && (
        <span class="pass-value">
          <Mark tone={tone(pass)} />
          <span aria-hidden="true">{shortValue(pass)}</span>
          <span class="visually-hidden">, {spokenValue(game, pass)}</span>
        </span>
      )}
    </button>
  );
}

/** Who is to act: the person, the program by what it knows or by a guess, or nobody who knows what to play. */
export type Turn = "person" | "program" | "guess" | "thinking" | "unknown" | "over" | "none";

function turnOf(position: Position | null, route: Route, isSearching: boolean): Turn {
  if (!position) return "none";
  if (position.over) return "over";
  const isPersons = route.view !== "play" || route.player === "both" || route.player === position.to_move;
  if (isPersons) return "person";
  if (position.best_move !== null) return "program";
  if (isSearching) return "thinking";
  return position.guess !== null ? "guess" : "unknown";
}

/** Plays the program's moves, and passes that nobody can avoid. */
function usePlayAlone(
  position: Position | null,
  turn: Turn,
  game: Game,
  isOn: boolean,
  play: (move: string) => void,
): void {
  const only = position?.moves.length === 1 ? position.moves[0] : undefined;
  const forced = game.family === "othello" && only?.pass ? only.move : null;
  const move = forced ?? (turn === "program" ? (position?.best_move ?? null) : turn === "guess" ? (position?.guess ?? null) : null);
  const key = position && isOn && move !== null && !position.over ? `${position.from} ${position.moves_played.join(" ")}` : null;
  useEffect(() => {
    if (key === null || move === null) return;
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const delay = forced !== null ? PASS_DELAY : isStill ? STILL_DELAY : REPLY_DELAY;
    const timer = setTimeout(() => play(move), delay);
    return () => clearTimeout(timer);
  }, [key, move]);
}

function lastCell(game: Game, position: Position | null): number | null {
  const move = position?.moves_played.at(-1);
  return position && move !== undefined ? landing(game, move, position.cells) : null;
}

const VIEWS: [View, string][] = [
  ["play", "Play"],
  ["review", "Review"],
  ["proof", "Proof"],
  ["region", "Region"],
];

function Views({ route }: { route: Route }): ComponentChildren {
  return (
    <nav class="views" aria-label="Views">
      {VIEWS.map(([view, name]) => (
        <a key={view} href={formatRoute({ ...route, view })} aria-current={route.view === view ? "page" : undefined}>
          {name}
        </a>
      ))}
    </nav>
  );
}

interface AnnouncementProps {
  game: Game;
  position: Position | null;
  here: { isSearching: boolean };
  settings: Settings;
  turn: Turn;
}

/** What a screen reader says when the position changes. */
function Announcement({ game, position, here, settings, turn }: AnnouncementProps): ComponentChildren {
  return (
    <p class="visually-hidden" aria-live="polite" data-testid="announcement">
      {position && !here.isSearching ? announcement(game, position, settings.showsValues, turn) : ""}
    </p>
  );
}

function announcement(game: Game, position: Position, showsValues: boolean, turn: Turn): string {
  const sentences: string[] = [];
  const last = position.moves_played.at(-1);
  const mover = sideName(game, position.to_move);
  const opponent = sideName(game, position.to_move === "first" ? "second" : "first");
  if (last !== undefined) sentences.push(last === "pass" ? `${opponent} passes.` : `${opponent} played ${last}.`);
  if (position.over) {
    sentences.push(`${verdict(game, position, position.to_move, true)}.`);
    return sentences.join(" ");
  }
  sentences.push(`${mover} to move.`);
  if (turn === "person" && position.moves.length === 1 && position.moves[0]?.pass) {
    sentences.push(`${mover} has no other move than to pass.`);
  }
  if (showsValues) {
    sentences.push(`${verdict(game, position, position.to_move, false)}, ${statusWords(position.status, game.artifact)[0]}.`);
    if (position.best_move !== null) sentences.push(`Best move ${position.best_move}.`);
  }
  return sentences.join(" ");
}
