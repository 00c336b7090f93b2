import type { ComponentChildren } from "preact";
import { useAnswer } from "../answers.ts";
import { Mark } from "../boards/badge.tsx";
import type { Game, Review, ReviewedMove, Search, Side } from "../contract.ts";
import type { GamePageProps } from "../game-page.tsx";
import { writeLine } from "../notation.ts";
import { server } from "../server.ts";
import { hasScores, shortValue, sideName, tone } from "../words.ts";
import { LossChart } from "./loss-chart.tsx";
import { Pasted } from "./pasted.tsx";
import { Problem } from "./problem.tsx";

/** Where a game lost value, and what was best. */
export function ReviewPanel(props: GamePageProps & { search: Search }): ComponentChildren {
  const { game, route, go, search } = props;
  const line = { from: route.from, moves: route.moves };
  const key = route.moves.length > 0 ? JSON.stringify([game.game, line, search]) : null;
  const review = useAnswer(key, (signal) => server.review(game.game, line, search, signal));
  return (
    <section class="review" aria-label="Mistake review">
      <details open={route.moves.length === 0}>
        <summary>{route.moves.length === 0 ? "Paste a game" : "Another game"}</summary>
        <Pasted
          key={writeLine(line)}
          game={game}
          id="pasted-game"
          label="Moves of a game"
          initial={route.moves.length === 0 ? "" : writeLine(line)}
          button="Review"
          rows={3}
          onRead={(read) => go({ from: read.from, moves: read.moves, at: read.moves.length })}
        />
      </details>
      {review.isLoading && <p class="quiet" aria-busy="true">Going through the game…</p>}
      {review.refusal && <Problem refusal={review.refusal} retry={review.retry} />}
      {review.answer && <Findings {...props} review={review.answer} retry={review.retry} />}
    </section>
  );
}

function Findings(props: GamePageProps & { review: Review; retry: () => void }): ComponentChildren {
  const { game, route, go, review } = props;
  return (
    <>
      <ul class="summary">
        {(["first", "second"] as Side[]).map((side) => (
          <li key={side}>{summary(game, review, side)}</li>
        ))}
      </ul>
      <LossChart game={game} moves={review.moves} at={route.at} onJump={(at) => go({ at })} />
      {review.interrupted && (
        <p class="quiet">
          The search was stopped before all was known.{" "}
          <button type="button" class="small" onClick={props.retry}>
            Search again
          </button>
        </p>
      )}
      <div class="scroll" tabIndex={0} role="region" aria-label="Moves of the game">
        <table>
          <thead>
            <tr>
              <th scope="col">Move</th>
              <th scope="col">Before</th>
              <th scope="col">After</th>
              <th scope="col">Lost</th>
              <th scope="col">Best was</th>
            </tr>
          </thead>
          <tbody>
            {review.moves.map((one) => (
              <Row key={one.ply} game={game} one={one} isHere={route.at === one.ply} onJump={(at) => go({ at })} />
            ))}
          </tbody>
        </table>
      </div>
      <p class="quiet">Values are for the side that moved. A move leads to the position after it, a best move to the one before.</p>
    </>
  );
}

function summary(game: Game, review: Review, side: Side): string {
  const moves = review.moves.filter((one) => one.side === side);
  const lost = moves.filter((one) => one.loss !== null && one.loss > 0);
  const unknown = moves.filter((one) => one.loss === null).length;
  const name = sideName(game, side);
  const rest = unknown > 0 ? `; ${unknown} of its moves are unknown` : "";
  if (lost.length === 0) return `${name} ${unknown > 0 ? "is not known to have lost value" : "lost no value"}${rest}.`;
  const times = lost.length === 1 ? "one move" : `${lost.length} moves`;
  const points = hasScores(game) ? ` ${review.losses[side]} points` : " value";
  return `${name} lost${points} in ${times}${rest}.`;
}

interface RowProps {
  game: Game;
  one: ReviewedMove;
  isHere: boolean;
  onJump: (at: number) => void;
}

function Row({ game, one, isHere, onJump }: RowProps): ComponentChildren {
  const isMistake = one.loss !== null && one.loss > 0;
  const side = one.side === "first" ? "first" : "second";
  return (
    <tr class={`${isMistake ? "mistake" : ""}${isHere ? " here" : ""}`}>
      <th scope="row">
        <button type="button" class="link" aria-current={isHere ? "step" : undefined} onClick={() => onJump(one.ply)}>
          <span class="ply">{one.ply}</span>
          <span class={`stone ${side} family-${game.family}`} aria-hidden="true" />
          <span class="visually-hidden">{sideName(game, one.side)} </span>
          {one.move}
        </button>
      </th>
      <td>
        <Mark tone={tone(one.before)} /> {shortValue(one.before)}
      </td>
      <td>
        <Mark tone={tone(one.after)} /> {shortValue(one.after)}
      </td>
      <td class="loss">{one.loss === null ? "?" : one.loss === 0 ? "\u2013" : `\u2212${one.loss}`}</td>
      <td>
        {one.forced ? (
          <span class="quiet">forced</span>
        ) : one.best !== null && isMistake ? (
          <button
            type="button"
            class="link"
            aria-label={`${one.best}, to the position before move ${one.ply}`}
            onClick={() => onJump(one.ply - 1)}
          >
            {one.best}
          </button>
        ) : (
          <span class="quiet">{one.loss === 0 ? "played" : "?"}</span>
        )}
      </td>
    </tr>
  );
}
