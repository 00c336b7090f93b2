import type { ComponentChildren } from "preact";
import type { PositionAnswer } from "../answers.ts";
import { areaWords } from "../boards/go.ts";
import { MoveButtons } from "../boards/move-buttons.tsx";
import type { Game, Position, Side } from "../contract.ts";
import { type DrawnGame, isDrawn, passesAreForced } from "../families.ts";
import type { GameView } from "../game-view.ts";
import { mustPass } from "../play-alone.ts";
import type { Scene } from "../play-scene.ts";
import { type Bounds, isExactLoss, provedLoss } from "../loss.ts";
import { keepingMoves } from "../playing/hints.ts";
import type { Judgement } from "../playing/remarks.ts";
import { type Player, formatRoute } from "../route.ts";
import { bestUnderSwap, canSwap, colourAt, hasSwapRule, isSwapOpen, swapChoice } from "../swap.ts";
import { stonesOf } from "../notation.ts";
import { areValuesKnown, hasScores, origin, other, sideName, timeUp, tone, verdict } from "../words.ts";
import type { Outcome } from "../words/parameters.ts";
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
      {position && (
        <section class="state" aria-label={play.state}>
          <p class="turn" data-turn={here.answer ? turn : "none"} data-ply={position.moves_played.length}>
            {turnWords(words, props, position)}
          </p>
          {passesAreForced(game) && position.moves_played.at(-1) === "pass" && (
            <p class="passed">{play.passed({ side: sideName(words, game, other(position.to_move)) })}</p>
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
          {/* There before anything is said in it, so that screen readers hear it. */}
          <div class="said" role="status">
            {hint && <Hints game={game} {...hint} />}
            {remark && <Remarked {...props} remark={remark} />}
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

/** What is said of a move that lost value, with a button to take it back. */
function Remarked({ game, remark, onTakeBack }: PlayPanelProps & { remark: Judgement }): ComponentChildren {
  const { remarks } = useWords();
  const { move, before, after } = remark;
  const points = hasScores(game) ? provedLoss(before, after) : null;
  const isBound = !isExactLoss(before, after);
  const [from, to] = [outcomeOf(before), outcomeOf(after)];
  return (
    <div class="remark">
      <p>
        {from === null || to === null || from === to
          ? remarks.loses({ move, points, isBound })
          : remarks.turns({ move, points, isBound, before: from, after: to })}
      </p>
      <button type="button" class="small" onClick={onTakeBack}>
        {remarks.takeBack}
      </button>
    </div>
  );
}

/** The outcome that a value, or a bound on it, stands for; null where the bound leaves it open. */
function outcomeOf(bounds: Bounds): Outcome | null {
  const found = tone(bounds);
  return found === "unknown" ? null : found;
}

function turnWords(words: Words, { game, scene, route, fallen }: PlayPanelProps, position: Position): string {
  const { player } = route;
  const { turn, isAtEnd } = scene;
  const { play, sentence } = words;
  const side = sideName(words, game, position.to_move);
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
      if (passesAreForced(game) && mustPass(position)) {
        return play.mustPass({ side });
      }
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

/** A button that searches the position, where nothing is known and the search was not asked for. */
function SearchHere({ game, search, here, onSearch }: PlayPanelProps): ComponentChildren {
  const words = useWords();
  if (search === "anywhere" || (game.artifact === null && game.proof === null) || here.isSearching) return null;
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
  const { game, route, here, position } = props;
  const best = bestMoves(words, bestUnderSwap(game, route, position));
  return (
    <div class="status">
      <Verdict game={game} position={position} />
      {best !== null && <p>{best}</p>}
      {here.isSearching && <p class="quiet">{words.play.searching}</p>}
      {(origin(position) === "outside" || origin(position) === "unknown") && <SearchHere {...props} />}
      {position.interrupted && !here.isSearching && <Interrupted retry={here.retry} />}
    </div>
  );
}

/** The moves that are known to be best; null where none is. */
function bestMoves({ play }: Words, position: Position): string | null {
  const keeping = keepingMoves(position);
  if (keeping.length > 1 && keeping.length === position.moves.length) return play.allEqual;
  const moves = keeping.length === 0 && position.best_move !== null ? [position.best_move] : keeping;
  return moves.length === 0 ? null : play.bestMoves({ count: moves.length, moves });
}

/** The moves with their values, where the board does not list them already. */
function MoveValues({ game, position, scene, onPlay }: PlayPanelProps & { position: Position }): ComponentChildren {
  const words = useWords();
  const isKnown = areValuesKnown(position.moves);
  if (isKnown && !isDrawn(game)) return null;
  return (
    <section class="values" aria-label={words.play.worthOfMoves}>
      <h2>{words.play.everyMove}</h2>
      {isKnown ? (
        <MoveButtons game={game} position={position} isOpen={scene.isOpen} showsValues={true} onPlay={onPlay} />
      ) : (
        <p class="quiet">{words.play.noValueKnown}</p>
      )}
    </section>
  );
}
