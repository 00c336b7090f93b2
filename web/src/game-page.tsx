import type { ComponentChildren } from "preact";
import { hintedMoves } from "./playing/hints.ts";
import { isDrawn, sideColours } from "./families.ts";
import { writeLine } from "./notation.ts";
import { type Route, type View, formatRoute } from "./route.ts";
import { bestUnderSwap } from "./swap.ts";
import { type GameOnPage, type GameProps, useGame } from "./use-game.ts";
import { Announcement } from "./views/announcement.tsx";
import { Clocks } from "./views/clocks.tsx";
import { Controls } from "./views/controls.tsx";
import { Evidence } from "./views/evidence.tsx";
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
import { gameTitle } from "./words.ts";
import { useWords } from "./words/context.ts";
import "./game-page.css";

export function GamePage(props: GameProps): ComponentChildren {
  const words = useWords();
  const on = useGame(props);
  const { view, play, scene, here, isEnding, clock, dispatch } = on;
  const { game, route } = view;
  return (
    <main class="game" style={sideColours(game)}>
      <h1 class="visually-hidden">{gameTitle(words, game)}</h1>
      <BoardSection {...on} />
      <Panel {...on} />
      <Announcement
        game={game}
        position={here.isSearching || (isEnding && scene.showsValues) ? null : here.answer}
        showsValues={scene.showsValues}
        turn={scene.turn}
        route={route}
        wasGuess={scene.wasGuess}
        fallen={clock?.fallen ?? null}
      />
      {play.isSetupOpen && (
        <Setup
          game={game}
          line={{ from: route.from, moves: route.moves.slice(0, route.at) }}
          position={here.answer}
          onUse={(read, notes) => view.take(read, notes, "play")}
          onClose={() => dispatch({ type: "set-up", isOpen: false })}
        />
      )}
    </main>
  );
}

/** The board, with what is above and below it. */
function BoardSection({
  view,
  play,
  scene,
  here,
  place,
  legal,
  clock,
  marks,
  dispatch,
  commands,
}: GameOnPage): ComponentChildren {
  const words = useWords();
  const { game, route } = view;
  const { showsValues, isOpen, hint } = scene;
  const { answer, shown } = here;
  const moves = { game, showsValues, onPlay: commands.play };
  return (
    <section class="table" aria-label={words.board.section}>
      <ValueBar
        game={game}
        position={shown}
        isShown={showsValues}
        instead={shown && swapVerdict(words, game, route, shown)}
      />
      {clock && route.view === "play" && <Clocks game={game} clock={clock} />}
      <div class="board-frame" aria-busy={here.isLoading}>
        <GameBoard
          {...moves}
          shown={shown && bestUnderSwap(game, route, shown)}
          isFlipped={play.isFlipped}
          isOpen={isOpen}
          hinted={hint ? hintedMoves(hint.position, hint.step) : []}
          marks={marks}
          onRefused={(why) => dispatch({ type: "obstruct", place, why })}
        />
      </div>
      {marks && route.moves.length > 0 && <p class="quiet">{words.review.marks}</p>}
      {play.obstacle?.place === place && (
        <p class="refused" role="alert">
          {play.obstacle.why}
        </p>
      )}
      <Controls
        commands={commands}
        showsValues={showsValues}
        onSetup={() => dispatch({ type: "set-up", isOpen: true })}
      >
        {isDrawn(game) && answer && isOpen && <PassButton {...moves} position={answer} />}
        {scene.maySwap && answer && isOpen && <SwapButton {...moves} position={answer} />}
      </Controls>
      {here.refusal && !legal.isCutting && <Problem refusal={here.refusal} retry={here.retry} />}
      {legal.refusal && <Problem refusal={legal.refusal} retry={here.retry} />}
    </section>
  );
}

/** The view of the game beside the board. */
function Panel(on: GameOnPage): ComponentChildren {
  const words = useWords();
  const { view, play, scene, here, legal, turns } = on;
  const { game, route, go } = view;
  // What is wrong with the position is said once, below the board.
  const isRefused = here.refusal?.isOfPosition === true || legal.isCutting;
  const { notes } = play;
  return (
    <aside class="panel" aria-label={words.board.about}>
      <Views route={route} />
      {game.rules !== null && <p class="quiet">{game.rules}</p>}
      {notes && notes.texts.length > 0 && notes.line === writeLine(game, route) && (
        <ul class="notes" role="status">
          {notes.texts.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      {route.view === "play" && <Playing {...on} />}
      {route.view === "review" && (
        <ReviewPanel
          {...view}
          position={scene.showsValues ? here.shown : null}
          isRefused={isRefused}
          onRefused={legal.doubt}
        />
      )}
      {route.view !== "review" && <MoveList game={game} route={route} turns={turns} go={go} />}
      <Evidence {...view} position={scene.showsValues ? here.shown : null}>
        {route.view === "proof" && <ProofPanel {...view} isRefused={isRefused} />}
        {route.view === "region" && <RegionPanel game={game} level={here.answer?.level ?? null} />}
      </Evidence>
    </aside>
  );
}

function Playing({ view, scene, here, place, clock, dispatch, commands }: GameOnPage): ComponentChildren {
  return (
    <PlayPanel
      {...view}
      here={here}
      scene={scene}
      fallen={clock?.fallen ?? null}
      onTakeBack={commands.takeBack}
      onPlay={commands.play}
      onSearch={() => dispatch({ type: "search", place })}
    />
  );
}

const VIEWS: readonly View[] = ["play", "review"];

function Views({ route }: { route: Route }): ComponentChildren {
  const { views } = useWords();
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
