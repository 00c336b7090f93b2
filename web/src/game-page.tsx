import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { usePosition } from "./answers.ts";
import { Mark } from "./boards/badge.tsx";
import { Board, moveAt } from "./boards/board.tsx";
import { landing } from "./boards/layout.ts";
import { PlainBoard } from "./boards/plain.tsx";
import { winningLines } from "./boards/winning.ts";
import type { Game, MoveAnswer, Position } from "./contract.ts";
import { isDrawn, passesAreForced } from "./families.ts";
import type { GameView } from "./game-view.ts";
import { writeLine } from "./notation.ts";
import { usePlayAlone } from "./play-alone.ts";
import { type Route, type View, formatRoute, played } from "./route.ts";
import { searchOf } from "./settings.ts";
import { useShortcut } from "./shortcuts.ts";
import { type Turns, playerOf, redoTo, sideAt, turnOf, undoTo } from "./turns.ts";
import { Announcement } from "./views/announcement.tsx";
import { Controls } from "./views/controls.tsx";
import { MoveList } from "./views/move-list.tsx";
import { PlayPanel } from "./views/play.tsx";
import { Problem } from "./views/problem.tsx";
import { ProofPanel } from "./views/proof.tsx";
import { RegionPanel } from "./views/region.tsx";
import { ReviewPanel } from "./views/review.tsx";
import { Setup } from "./views/setup.tsx";
import { ValueBar } from "./views/value-bar.tsx";
import { gameTitle, shortValue, spokenValue, tone } from "./words.ts";
import { words } from "./words/languages.ts";

export function GamePage(props: Omit<GameView, "line" | "search" | "take">): ComponentChildren {
  const { game, route, go, settings, change } = props;
  const { showsValues } = settings;
  const line = useMemo(
    () => ({ from: route.from, moves: route.moves.slice(0, route.at) }),
    [route.from, route.moves, route.at],
  );
  const place = JSON.stringify([game.game, line]);
  const [searched, setSearched] = useState<string | null>(null);
  const search = searched === place ? "anywhere" : searchOf(settings);
  const [notes, setNotes] = useState<{ line: string; texts: readonly string[] } | null>(null);
  const take: GameView["take"] = (read, texts, to) => {
    go({ from: read.from, moves: read.moves, at: read.moves.length, view: to });
    setNotes({ line: writeLine(game, read), texts });
  };
  const view: GameView = { ...props, line, search, take };
  const here = usePosition(game.game, line, search);
  const position = here.answer;
  const shown = here.shown;
  const [setsUp, setSetsUp] = useState(false);
  const isAtEnd = route.at === route.moves.length;

  // The server reads moves written together, and adds the passes that were left out.
  useEffect(() => {
    if (!position || !isAtEnd) return;
    const read = position.moves_played;
    if (read.join(" ") !== route.moves.join(" ")) go({ moves: read, at: read.length }, "replace");
  }, [position]);

  const turns: Turns | null = shown && {
    forcedPasses: passesAreForced(game),
    moves: route.moves,
    at: shown.moves_played.length,
    toMove: shown.to_move,
    player: playerOf(route),
  };
  const asked = turns && { ...turns, at: route.at, toMove: sideAt(turns, route.at) };
  const back = asked && undoTo(asked);
  const forth = asked && redoTo(asked);

  const play = (move: string): void => {
    // If the move is the one that was undone, the moves after it can still be redone.
    if (route.moves[route.at] === move) go({ at: route.at + 1 });
    else go(played(route, move));
  };

  const turn = turnOf(shown, route, here.isSearching);
  const playsAlone = isAtEnd && route.view === "play";
  usePlayAlone(game, playsAlone ? position : null, turn, (move) => go(played(route, move), "replace"));

  const isOpen = position !== null && (turn === "person" || (turn === "unknown" && !here.isSearching));

  const undo = (): void => {
    if (back !== null) go({ at: back });
  };
  const redo = (): void => {
    if (forth !== null) go({ at: forth });
  };
  const renew = (): void => go({ from: "-", moves: [], at: 0, view: "play" });
  const toggleValues = (): void => change({ showsValues: !showsValues });
  useShortcut("u", settings.hasShortcuts, undo);
  useShortcut("r", settings.hasShortcuts, redo);
  useShortcut("n", settings.hasShortcuts, renew);
  useShortcut("v", settings.hasShortcuts, toggleValues);

  return (
    <main class="game">
      <h1 class="visually-hidden">{gameTitle(game)}</h1>
      <section class="table" aria-label={words().board.section}>
        <ValueBar game={game} position={shown} isShown={showsValues} />
        <div class="board-frame" aria-busy={here.isLoading}>
          <GameBoard
            game={game}
            shown={shown}
            isOpen={isOpen}
            showsValues={showsValues}
            onPlay={play}
          />
        </div>
        <Controls
          canUndo={back !== null}
          canRedo={forth !== null}
          showsValues={showsValues}
          onUndo={undo}
          onRedo={redo}
          onNew={renew}
          onValues={toggleValues}
          onSetup={() => setSetsUp(true)}
        >
          {isDrawn(game) && isOpen && (
            <PassButton game={game} position={position} showsValues={showsValues} onPlay={play} />
          )}
        </Controls>
        {here.refusal && <Problem refusal={here.refusal} retry={here.retry} />}
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
          <PlayPanel {...view} here={here} turn={turn} isAtEnd={isAtEnd} onPlay={play} isOpen={isOpen} onSearch={() => setSearched(place)} />
        )}
        {route.view === "review" && <ReviewPanel {...view} />}
        {route.view === "proof" && <ProofPanel {...view} />}
        {route.view === "region" && <RegionPanel game={game} level={position?.level ?? null} />}
        {route.view !== "review" && <MoveList game={game} route={route} turns={turns} go={go} />}
      </aside>
      <Announcement
        game={game}
        position={here.isSearching ? null : position}
        showsValues={showsValues}
        turn={turn}
      />
      {setsUp && (
        <Setup
          game={game}
          line={line}
          position={position}
          onUse={(read, texts) => take(read, texts, "play")}
          onClose={() => setSetsUp(false)}
        />
      )}
    </main>
  );
}

interface GameBoardProps {
  game: Game;
  shown: Position | null;
  isOpen: boolean;
  showsValues: boolean;
  onPlay: (move: string) => void;
}

/** The board: drawn for the families that the page knows, as text for others. */
function GameBoard({ game, shown, isOpen, showsValues, onPlay }: GameBoardProps): ComponentChildren {
  const label = words().board.label({ game: gameTitle(game) });
  if (!isDrawn(game)) {
    const given = { game, isOpen, showsValues, onPlay, label };
    return shown && <PlainBoard {...given} position={shown} />;
  }
  const open: readonly MoveAnswer[] = shown && isOpen ? shown.moves : [];
  const last = shown?.moves_played.at(-1);
  return (
    <Board
      game={game}
      cells={shown?.cells ?? ""}
      moves={open}
      best={shown && isOpen ? shown.best_move : null}
      last={shown && last !== undefined ? landing(game, last, shown.cells) : null}
      won={shown?.over && shown.value !== 0 ? winningLines(game, shown.cells) : []}
      showsValues={showsValues}
      onCell={(cell) => {
        const move = moveAt(game, open, cell);
        if (move) onPlay(move.move);
      }}
      label={label}
    />
  );
}

interface PassButtonProps {
  game: Game;
  position: Position;
  showsValues: boolean;
  onPlay: (move: string) => void;
}

/** The button for a pass, which has no cell on the board. */
function PassButton({ game, position, showsValues, onPlay }: PassButtonProps): ComponentChildren {
  const pass = position.moves.find((one) => one.pass);
  if (!pass) return null;
  return (
    <button type="button" class="pass" onClick={() => onPlay(pass.move)}>
      {words().controls.pass}
      {showsValues && (
        <span class="pass-value">
          <Mark tone={tone(pass)} />
          <span aria-hidden="true">{shortValue(pass)}</span>{" "}
          <span class="visually-hidden">{spokenValue(game, pass)}</span>
        </span>
      )}
    </button>
  );
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
