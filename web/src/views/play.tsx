import type { ComponentChildren } from "preact";
import type { PositionAnswer } from "../answers.ts";
import { MoveButtons } from "../boards/move-buttons.tsx";
import type { Game, Position } from "../contract.ts";
import { isDrawn, passesAreForced } from "../families.ts";
import type { GameView } from "../game-view.ts";
import { mustPass } from "../play-alone.ts";
import { type Player, formatRoute } from "../route.ts";
import type { Turn } from "../turns.ts";
import { areValuesKnown, sideName, originWords, verdict } from "../words.ts";
import { BestLine } from "./best-line.tsx";
import { Choice, Interrupted, Verdict } from "./parts.tsx";

interface PlayPanelProps extends GameView {
  here: PositionAnswer;
  turn: Turn;
  isAtEnd: boolean;
  /** Whether the person may play here. */
  isOpen: boolean;
  onPlay: (move: string) => void;
}

/** Who plays, whose turn it is, and what is known of the position and its moves. */
export function PlayPanel(props: PlayPanelProps): ComponentChildren {
  const { game, route, go, settings, change, here, turn, isAtEnd } = props;
  const position = here.shown;
  const evaluated = settings.showsValues && position && !position.over ? position : null;
  return (
    <>
      <Choice<Player>
        legend="You play"
        name="side"
        options={[
          ["first", sideName(game, "first")],
          ["second", sideName(game, "second")],
          ["both", "Both"],
        ]}
        chosen={route.player}
        onChoose={(player) => go({ player }, "replace")}
      />
      {position && (
        <section class="state" aria-label="State of the game">
          <p class="turn" data-turn={here.answer ? turn : "none"} data-ply={position.moves_played.length}>
            {turnWords(game, position, turn, isAtEnd, route.player)}
          </p>
          {(turn === "program" || turn === "guess") && !isAtEnd && (
            <button type="button" onClick={() => go({ moves: route.moves.slice(0, route.at), at: route.at })}>
              Play on from here
            </button>
          )}
          {position.over && route.moves.length > 0 && (
            <p>
              <a href={formatRoute({ ...route, view: "review" })}>Review this game</a>
            </p>
          )}
          {evaluated && <Status {...props} position={evaluated} />}
        </section>
      )}
      {evaluated && <MoveValues {...props} position={evaluated} />}
      {evaluated && <BestLine {...props} />}
      {game.artifact !== null && (
        <label class="check">
          <input
            type="checkbox"
            checked={settings.searchesOutside}
            onChange={(event) => change({ searchesOutside: event.currentTarget.checked })}
          />
          <span>Search positions that the artifact does not store</span>
        </label>
      )}
    </>
  );
}

function turnWords(game: Game, position: Position, turn: Turn, isAtEnd: boolean, player: Player): string {
  const mover = sideName(game, position.to_move);
  switch (turn) {
    case "over":
      return `${verdict(game, position, position.to_move, true)}.`;
    case "program":
      return isAtEnd ? `${mover} answers\u2026` : `Here Solveig played ${mover}.`;
    case "guess":
      return isAtEnd ? `${mover} answers with a guess: no best move is known here.` : `Here Solveig guessed for ${mover}.`;
    case "thinking":
      return `${mover} thinks\u2026`;
    case "unknown":
      return `Solveig knows no move for ${mover} here. Play one for it, or let it search.`;
    default:
      if (passesAreForced(game) && mustPass(position)) {
        return `${mover} has no move and passes.`;
      }
      return player === "both" ? `${mover} to move.` : `Your move: ${mover}.`;
  }
}

/** The value of the position, and where it comes from. */
function Status({ game, here, position }: PlayPanelProps & { position: Position }): ComponentChildren {
  const [word, sentence] = originWords(position, game.artifact);
  return (
    <div class="status">
      <Verdict game={game} position={position} />
      <p class="quiet">{here.isSearching ? "Searching\u2026" : `This position is ${word}. ${sentence}`}</p>
      {position.interrupted && !here.isSearching && <Interrupted retry={here.retry} />}
    </div>
  );
}

/** The moves with their values, where the board does not list them already. */
function MoveValues({ game, position, isOpen, onPlay }: PlayPanelProps & { position: Position }): ComponentChildren {
  const isKnown = areValuesKnown(position.moves);
  if (isKnown && !isDrawn(game)) return null;
  return (
    <section class="values" aria-label="What each move is worth">
      <h2>Every move, best first</h2>
      {isKnown ? (
        <MoveButtons game={game} position={position} isOpen={isOpen} showsValues={true} onPlay={onPlay} />
      ) : (
        <p class="quiet">No move’s value is known here.</p>
      )}
    </section>
  );
}
