import type { ComponentChildren } from "preact";
import type { PositionAnswer } from "../answers.ts";
import { Mark } from "../boards/badge.tsx";
import type { Game, Position } from "../contract.ts";
import type { GamePageProps, Turn } from "../game-page.tsx";
import { type Player, formatRoute } from "../route.ts";
import { BestLine } from "./best-line.tsx";
import { shortValue, sideName, spokenValue, statusWords, tone, verdict } from "../words.ts";

interface PlayPanelProps extends GamePageProps {
  here: PositionAnswer;
  turn: Turn;
  isAtEnd: boolean;
  /** Whether the person may play here. */
  isOpen: boolean;
  onPlay: (move: string) => void;
}

/** Playing: who plays, what is known, what every move is worth. */
export function PlayPanel(props: PlayPanelProps): ComponentChildren {
  const { game, route, go, settings, change, here, turn, isAtEnd } = props;
  const position = here.shown;
  return (
    <>
      <fieldset class="segments">
        <legend>You play</legend>
        {(["first", "second", "both"] as Player[]).map((player) => (
          <label key={player}>
            <input
              type="radio"
              name="side"
              checked={route.player === player}
              onChange={() => go({ player }, "replace")}
            />
            <span>{player === "both" ? "Both" : sideName(game, player)}</span>
          </label>
        ))}
      </fieldset>
      {position && (
        <section class="state" aria-label="State of the game">
          <p class="turn" data-turn={here.answer ? turn : "none"} data-ply={position.moves_played.length}>
            {turnWords(game, position, turn, isAtEnd, props.route.player)}
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
          {settings.showsValues && !position.over && <Status game={game} position={position} here={here} />}
        </section>
      )}
      {position && settings.showsValues && !position.over && position.moves.length > 0 && (
        <MoveValues {...props} position={position} />
      )}
      {position && settings.showsValues && !position.over && <BestLine {...props} />}
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
      if (game.family === "othello" && position.moves.length === 1 && position.moves[0]?.pass) {
        return `${mover} has no move and passes.`;
      }
      return player === "both" ? `${mover} to move.` : `Your move: ${mover}.`;
  }
}

interface StatusProps {
  game: Game;
  position: Position;
  here: PositionAnswer;
}

/** What is known of the position, and why it is believed. */
export function Status({ game, position, here }: StatusProps): ComponentChildren {
  const [word, sentence] = statusWords(position.status, game.artifact);
  return (
    <div class="status">
      <p class="verdict">
        <Mark tone={tone(position)} />
        <span>{verdict(game, position, position.to_move, false)}</span>
        <span class={`tag status-${position.status}`}>{word}</span>
      </p>
      <p class="quiet">{here.isSearching ? "Searching\u2026" : `This position is ${word}. ${sentence}`}</p>
      {position.interrupted && !here.isSearching && (
        <p class="quiet">
          The search was stopped before all was known.{" "}
          <button type="button" class="small" onClick={here.retry}>
            Search again
          </button>
        </p>
      )}
    </div>
  );
}

function MoveValues({ game, position, isOpen, onPlay }: PlayPanelProps & { position: Position }): ComponentChildren {
  const isUnknown = position.moves.every((one) => tone(one) === "unknown");
  return (
    <section class="values" aria-label="What each move is worth">
      <h2>Every move, best first</h2>
      {isUnknown && <p class="quiet">No move’s value is known here.</p>}
      {!isUnknown && <ul class="chips">
        {position.moves.map((one) => (
          <li key={one.move}>
            <button
              type="button"
              class={`chip tone-${tone(one)}`}
              disabled={!isOpen}
              title={`${one.move}: ${spokenValue(game, one)} (${statusWords(one.status, game.artifact)[0]})`}
              onClick={() => onPlay(one.move)}
            >
              <Mark tone={tone(one)} />
              <span class="chip-move">{one.move}</span>
              <span class="chip-value">{shortValue(one)}</span>
              {one.move === position.best_move && <span aria-hidden="true">★</span>}
              <span class="visually-hidden">
                , {spokenValue(game, one)}
                {one.move === position.best_move ? ", the canonical move" : ""}
              </span>
            </button>
          </li>
        ))}
      </ul>}
      {!isUnknown && (
        <p class="quiet">Values are for {sideName(game, position.to_move)}. ★ is the canonical move.</p>
      )}
    </section>
  );
}
