import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import type { PositionAnswer } from "../answers.ts";
import { areaWords } from "../boards/go.ts";
import { MoveButtons } from "../boards/move-buttons.tsx";
import type { Game, Position, Side } from "../../engine/src/contract.ts";
import { type DrawnGame, isDrawn, passesAreForced, passesForLackOfMoves } from "../families.ts";
import type { GameView } from "../game-view.ts";
import { mustPass } from "../play-alone.ts";
import type { Scene } from "../play-scene.ts";
import { bestMoves, keepingMoves } from "../playing/hints.ts";
import type { Judgement } from "../playing/remarks.ts";
import { outcomeOf, remarkWords } from "../review-words.ts";
import { type Player, formatRoute } from "../route.ts";
import { bestUnderSwap, canSwap, colourAt, hasSwapRule, isSwapOpen, swapChoice } from "../swap.ts";
import { stonesOf } from "../notation.ts";
import { areValuesKnown, bestEstimates, origin, other, sideName, signed, timeUp, verdict } from "../words.ts";
import { BestLine } from "./best-line.tsx";
import { Hints } from "./hints.tsx";
import { Options } from "./options.tsx";
import { Choice, Interrupted, Verdict } from "./parts.tsx";
import { SwapRule, swapVerdict } from "./swap-rule.tsx";
import { ValueGraph } from "./value-graph.tsx";
import type { Words } from "../words/catalogue.ts";
import { useWords } from "../words/context.ts";
import "./play.css";

interface PlayPanelProps extends GameView {
  here: PositionAnswer;
  scene: Scene;
  /** The side whose time is up. */
  fallen: Side | null;
  onTakeBack: () => void;
  onPlay: (move: string) => void;
  /** Searches the position although the file does not have it. */
  onSearch: () => void;
}

/** Who plays, whose turn it is, and what is known of the position and its moves. */
export function PlayPanel(props: PlayPanelProps): ComponentChildren {
  const words = useWords();
  const { game, route, go, settings, change, here, scene } = props;
  const { turn, isAtEnd, hint, remark } = scene;
  const position = here.shown;
  const { play } = words;
  const turnLine = useRef<HTMLParagraphElement>(null);
  const takeBack = (): void => {
    // The button goes with the move, and the focus would go with it.
    turnLine.current?.focus();
    props.onTakeBack();
  };
  const evaluated = settings.showsValues && position && !position.over ? position : null;
  return (
    <>
      <Choice<Player>
        legend={play.youPlay}
        name="side"
        options={[
          ["first", sideName(words, game, "first")],
          ["second", sideName(words, game, "second")],
          ["both", play.both],
        ]}
        chosen={colourAt(route.player, route.moves, route.at)}
        onChoose={(player) => go({ player: colourAt(player, route.moves, route.at) }, "replace")}
      />
      {canSwap(game) && <SwapRule {...props} position={position} />}
      {!position && here.isLoading && (
        <p class="turn" data-turn="none" aria-busy="true">
          {words.page.loading}
        </p>
      )}
      {position && (
        <section class="state" aria-label={play.state}>
          <p
            class="turn"
            ref={turnLine}
            tabIndex={-1}
            data-turn={here.answer ? turn : "none"}
            data-ply={position.moves_played.length}
          >
            {turnWords(words, props, position)}
          </p>
          {passesAreForced(game) && position.moves_played.at(-1) === "pass" && (
            <p class="passed">
              {passesForLackOfMoves(game)
                ? play.passed({ side: sideName(words, game, other(position.to_move)) })
                : play.movesAgain({ side: sideName(words, game, position.to_move) })}
            </p>
          )}
          {scene.wasGuess && <p class="guessed">{words.play.lastWasGuess}</p>}
          {position.over && <Result game={game} position={position} />}
          {turn === "unknown" && !evaluated && <SearchHere {...props} />}
          {(turn === "program" || turn === "guess") && !isAtEnd && (
            <button type="button" onClick={() => go({ moves: route.moves.slice(0, route.at), at: route.at })}>
              {play.playOn}
            </button>
          )}
          {isDrawn(game) && position.areas && <Areas game={game} position={position} />}
          {game.family === "track" && <p>{belowBoard(game, position)}</p>}
          {/* There before anything is said in it, so that screen readers hear it. */}
          <div class="said" role="status">
            {hint && <Hints game={game} {...hint} />}
            {remark && <Remarked {...props} remark={remark} onTakeBack={takeBack} />}
          </div>
          {(position.over || turn === "time") && route.moves.length > 0 && (
            <p>
              <a href={formatRoute({ ...route, view: "review" })}>{play.review}</a>
            </p>
          )}
          {evaluated && swapVerdict(words, game, route, evaluated) === null && (
            <Status {...props} position={evaluated} />
          )}
        </section>
      )}
      <Options settings={settings} change={change} player={route.player} />
      {evaluated && <MoveValues {...props} position={bestUnderSwap(game, route, evaluated)} />}
      {evaluated && !(hasSwapRule(game, route) && route.at === 0) && (
        <BestLine {...props} swapsFirst={isSwapOpen(game, route, evaluated) && swapChoice(evaluated) === "swap"} />
      )}
      <ValueGraph {...props} />
    </>
  );
}

/** What a game draws below its rows, such as the seeds that each side has captured. */
function belowBoard(game: Game, position: Position): string {
  return position.board_text.split("\n").slice(game.rows).join(" ");
}

/** What is said of a move that lost value, with a button to take it back. */
function Remarked({ game, remark, onTakeBack }: PlayPanelProps & { remark: Judgement }): ComponentChildren {
  const words = useWords();
  return (
    <div class="remark">
      <p>{remarkWords(words, game, remark)}</p>
      <button type="button" class="small" onClick={onTakeBack}>
        {words.remarks.takeBack}
      </button>
    </div>
  );
}

function turnWords(words: Words, { game, scene, route, fallen }: PlayPanelProps, position: Position): string {
  const { player } = route;
  const { turn, isAtEnd } = scene;
  const { play, sentence } = words;
  const side = sideName(words, game, position.to_move);
  const isPlaying = turn !== "over" && turn !== "time";
  if (isPlaying && passesAreForced(game) && mustPass(position)) {
    return passesForLackOfMoves(game)
      ? play.mustPass({ side })
      : play.movesAgain({ side: sideName(words, game, other(position.to_move)) });
  }
  switch (turn) {
    case "over":
      return sentence({ text: verdict(words, game, position, position.to_move, true) });
    case "time":
      return timeUp(words, game, fallen ?? position.to_move);
    case "program":
      return isAtEnd ? play.answers({ side }) : play.playedHere({ side });
    case "guess":
      return isAtEnd ? play.answersWithGuess({ side }) : play.guessedHere({ side });
    case "thinking":
      return play.thinks({ side });
    case "unknown":
      return play.knowsNoMove({ side });
    default:
      return player === "both" ? play.toMove({ side }) : play.yourMove({ side });
  }
}

/** How the margin of a game of Othello comes about: empty squares go to the winner. */
function Result({ game, position }: { game: Game; position: Position }): ComponentChildren {
  const { result } = useWords();
  if (game.family !== "othello" || position.value === null) return null;
  const [black, white] = [stonesOf(position.cells, "X"), stonesOf(position.cells, "O")];
  const empty = position.cells.length - black - white;
  const [more, fewer] = [Math.max(black, white), Math.min(black, white)];
  const margin = Math.abs(position.value);
  return (
    <p class="result quiet">
      {margin === 0 ? result.discsEach({ each: more, empty }) : result.discs({ more, fewer, empty, margin })}
    </p>
  );
}

function canSearchHere({ game, search, here }: PlayPanelProps): boolean {
  return search !== "anywhere" && (game.artifact !== null || game.proof !== null) && !here.isSearching;
}

/** A button that searches the position, where nothing is known and the search was not asked for. */
function SearchHere(props: PlayPanelProps): ComponentChildren {
  const words = useWords();
  const { onSearch } = props;
  if (!canSearchHere(props)) return null;
  return (
    <button type="button" class="search-here" onClick={onSearch}>
      {words.play.searchHere}
    </button>
  );
}

/** What a finished game of Go is scored by. */
function Areas({ game, position }: { game: DrawnGame; position: Position }): ComponentChildren {
  const words = useWords();
  return (
    <div class="areas" role="group" aria-label={words.go.areaTitle}>
      {areaWords(words, game, position).map((text) => (
        <p key={text}>{text}</p>
      ))}
    </div>
  );
}

/** Who wins in the position, and the best moves. */
function Status(props: PlayPanelProps & { position: Position }): ComponentChildren {
  const words = useWords();
  const { game, route, here, position, search, onSearch } = props;
  const isOpen = origin(position) === "outside" || origin(position) === "unknown";
  const offersSearch = isOpen && canSearchHere(props);
  const best = bestMovesWords(words, bestUnderSwap(game, route, position));
  return (
    <div class="status">
      <Verdict game={game} position={position} />
      {best !== null && <p>{best}</p>}
      {here.isSearching && <p class="quiet">{words.play.searching}</p>}
      {offersSearch && <SearchHere {...props} />}
      {position.interrupted && !here.isSearching && (
        <Interrupted onSearch={search === "anywhere" || offersSearch ? null : onSearch} />
      )}
    </div>
  );
}

/** How many best moves are named one by one. */
const MAX_NAMED = 8;

/** The moves that are known to be best; null where none is. */
function bestMovesWords({ play }: Words, position: Position): string | null {
  const moves = bestMoves(position);
  const [count, total] = [moves.length, position.moves.length];
  if (count === 0) return keepingMoves(position).length === total && total > 1 ? play.allEqual : null;
  if (count <= MAX_NAMED) return play.bestMoves({ count, moves });
  return play.manyBest({ count, total, outcome: outcomeOf(position) ?? "zero" });
}

/** The moves with their values, where the board does not list them already. */
function MoveValues({ game, position, scene, onPlay }: PlayPanelProps & { position: Position }): ComponentChildren {
  const words = useWords();
  const isKnown = areValuesKnown(position.moves);
  if (isKnown && !isDrawn(game)) return null;
  const moves = bestEstimates(position.moves)
    .slice(0, MAX_NAMED)
    .map(({ move, estimate }) => `${move} ${signed(estimate)}`);
  const { estimates, noValueKnown } = words.play;
  const side = sideName(words, game, position.to_move);
  return (
    <section class="values" aria-label={words.play.worthOfMoves}>
      <h2>{words.play.everyMove}</h2>
      {isKnown ? (
        <MoveButtons game={game} position={position} isOpen={scene.isOpen} showsValues={true} onPlay={onPlay} />
      ) : (
        <p class="quiet">{moves.length > 0 ? estimates({ side, moves }) : noValueKnown}</p>
      )}
    </section>
  );
}
