import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { type AnswerState, useAnswer } from "../answers.ts";
import { Mark } from "../boards/badge.tsx";
import type { Game, KnownValue, Position, Review, ReviewedMove, Side } from "../../engine/src/contract.ts";
import { isDrawn } from "../families.ts";
import type { GameView } from "../game-view.ts";
import { writeLine } from "../notation.ts";
import { useReviewEnds } from "../review-ends.ts";
import { isMistake, knownAlong, mistakesOf, outcomeWords, summaryOf, verdictOf } from "../review-words.ts";
import { type Line, type Refusal, server } from "../server.ts";
import { afterFor, hasSwapRule, reviewUnderSwap, serverMoves } from "../swap.ts";
import { shortEstimate, shortValue, sideName, tone } from "../words.ts";
import { Check, Interrupted, Table, Verdict } from "./parts.tsx";
import { Pasted } from "./pasted.tsx";
import { Problem } from "./problem.tsx";
import { SaveGame } from "./save-game.tsx";
import { showWithin } from "./scrolling.ts";
import { ValueChart } from "./value-chart.tsx";
import { useWords } from "../words/context.ts";
import "./review.css";
import "./stone.css";

interface ReviewProps extends GameView {
  /** The position on the board; null where its value is hidden. */
  position: Position | null;
  /** Whether the page says already that the line is wrong. */
  isRefused: boolean;
  /** Called where the moves of the whole game are refused. */
  onRefused: (refusal: Refusal) => void;
}

/** The moves of a game that lost value, and the best moves instead. */
export function ReviewPanel(props: ReviewProps): ComponentChildren {
  const texts = useWords().review;
  const { game, route, position, take, onRefused } = props;
  const whole = { from: route.from, moves: route.moves };
  const line = { from: route.from, moves: serverMoves(game, route.moves) };
  const review = useReview(game, line);
  const answer = useReviewEnds(game, line, review.answer);
  const hasVerdict = position !== null && !position.over && !hasSwapRule(game, route);
  useEffect(() => {
    if (review.refusal?.isOfPosition) onRefused(review.refusal);
  }, [review.refusal, onRefused]);
  return (
    <section class="review" aria-label={texts.label}>
      {hasVerdict && <Verdict game={game} position={position} />}
      {answer && (
        <Findings
          {...props}
          whole={line}
          review={answer}
          isEndingSaid={hasVerdict && route.at === route.moves.length}
        />
      )}
      {review.isLoading && (
        <p class="quiet" aria-busy="true">
          {texts.reading}
        </p>
      )}
      {review.refusal && !props.isRefused && <Problem refusal={review.refusal} retry={review.retry} />}
      {isDrawn(game) && route.moves.length > 0 && <Drawn {...props} />}
      <details open={route.moves.length === 0}>
        <summary>{route.moves.length === 0 ? texts.pasteGame : texts.anotherGame}</summary>
        <Pasted
          key={writeLine(game, whole)}
          game={game}
          id="pasted-game"
          label={texts.movesOfGame}
          initial={route.moves.length === 0 ? "" : writeLine(game, whole)}
          button={texts.button}
          rows={3}
          onRead={(read, notes) => take(read, notes, "review")}
        />
      </details>
    </section>
  );
}

/** The review of a line: first by what is stored, then by what a search adds. */
function useReview(game: Game, line: Line): AnswerState<Review> {
  const key = line.moves.length > 0 ? JSON.stringify([game.game, line]) : null;
  const stored = useAnswer(key, (signal) => server.review(game.game, line, "never", signal));
  const asksMore = stored.answer?.moves.some((one) => one.loss === null || one.after.value === null) ?? false;
  const searched = useAnswer(asksMore ? key : null, (signal) => server.review(game.game, line, "anywhere", signal));
  const { answer, refusal } = searched;
  if (!asksMore) return stored;
  return {
    ...searched,
    answer: answer && stored.answer ? withBest(answer, stored.answer) : stored.answer,
    refusal: stored.refusal ?? refusal,
  };
}

/** A review with the stored best moves, to which a search that is cut short may not come. */
function withBest(searched: Review, stored: Review): Review {
  const moves = searched.moves.map((one, index) => ({ ...one, best: one.best ?? stored.moves[index]?.best ?? null }));
  return { ...searched, moves };
}

/** What is drawn on the board. */
function Drawn({ settings, change }: GameView): ComponentChildren {
  const texts = useWords().review;
  return (
    <div class="checks">
      <Check
        text={texts.numberStones}
        isOn={settings.numbersStones}
        onChange={(numbersStones) => change({ numbersStones })}
      />
      <Check
        text={texts.showLine}
        isOn={settings.showsLine && settings.showsValuesBeside}
        isDisabled={!settings.showsValuesBeside}
        onChange={(showsLine) => change({ showsLine })}
      />
    </div>
  );
}

interface FindingsProps extends GameView {
  whole: Line;
  review: Review;
  /** Whether the page says already who wins at the end of the line. */
  isEndingSaid: boolean;
}

function Findings(props: FindingsProps): ComponentChildren {
  const words = useWords();
  const { game, route, go, review: found, whole } = props;
  const isUnderSwap = hasSwapRule(game, route);
  const review = isUnderSwap ? { ...found, moves: reviewUnderSwap(found.moves, route.moves) } : found;
  const texts = words.review;
  // One view for all values: that of the person, unless the colours change hands.
  const side = route.player === "second" && !isUnderSwap ? "second" : "first";
  const values = knownAlong(review.moves, side);
  const { ending, chances } = outcomeWords(words, game, route, review);
  const { move, verdict: verdictColumn, best } = texts.columns;
  const columns = [move, texts.columns.value({ side: sideName(words, game, side) }), verdictColumn, best];
  return (
    <>
      {[...(props.isEndingSaid ? [] : [ending]), ...chances].map((text) => (
        <p key={text} class="outcome">
          {text}
        </p>
      ))}
      <ul class="summary">
        {(["first", "second"] as Side[]).map((of) => (
          <li key={of}>{summaryOf(words, game, route, review, of)}</li>
        ))}
      </ul>
      <ValueChart
        game={game}
        side={side}
        values={values.map((one) => one.value)}
        names={review.moves.map((one) => one.move)}
        mistakes={mistakesOf(words, game, review.moves)}
        at={route.at}
        onJump={(at) => go({ at })}
      />
      {review.interrupted && <Interrupted onSearch={null} />}
      <Table label={texts.table} columns={columns}>
        <tr class={`start${route.at === 0 ? " here" : ""}`}>
          <th scope="row">
            <button
              type="button"
              class="link"
              aria-current={route.at === 0 ? "step" : undefined}
              onClick={() => go({ at: 0 })}
            >
              {route.from === "-" ? words.moves.start : words.moves.setUpPosition}
            </button>
          </th>
          <td>{values[0] && <Value knownValue={values[0]} />}</td>
          <td />
          <td />
        </tr>
        {review.moves.map((one) => (
          <Row
            key={one.ply}
            game={game}
            one={one}
            side={side}
            isHere={route.at === one.ply}
            onJump={(at) => go({ at })}
          />
        ))}
      </Table>
      <p class="quiet">
        {words.sentences({
          texts: [
            words.values.for({ side: sideName(words, game, side) }),
            ...(values.some((one) => shortEstimate(one) !== shortValue(one)) ? [texts.estimates] : []),
            texts.footnote,
            ...(isUnderSwap ? [words.swap.review] : []),
          ],
        })}
      </p>
      <SaveGame game={game} written={{ from: whole.from, moves: review.moves }} line={whole} />
    </>
  );
}

interface RowProps {
  game: Game;
  one: ReviewedMove;
  /** The side that values are for. */
  side: Side;
  isHere: boolean;
  onJump: (at: number) => void;
}

function Row({ game, one, side, isHere, onJump }: RowProps): ComponentChildren {
  const words = useWords();
  const texts = words.review;
  const hasLost = isMistake(one);
  const row = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    const box = row.current?.closest<HTMLElement>(".scroll");
    if (isHere && row.current && box) showWithin(box, row.current);
  }, [isHere]);
  return (
    <tr ref={row} class={`${hasLost ? "mistake" : ""}${isHere ? " here" : ""}`}>
      <th scope="row">
        <button type="button" class="link" aria-current={isHere ? "step" : undefined} onClick={() => onJump(one.ply)}>
          <span class="ply">{one.ply}</span>
          <span class={`stone ${one.side} family-${game.family}`} aria-hidden="true" />
          <span class="visually-hidden">{sideName(words, game, one.side)} </span>
          {one.move}
        </button>
      </th>
      <td>
        <Value knownValue={afterFor(side, one)} />
      </td>
      <td class="verdict">{verdictOf(words, game, one)}</td>
      <td>
        {one.best !== null && hasLost && (
          <button
            type="button"
            class="link"
            aria-label={texts.toPositionBefore({ move: one.best, ply: one.ply })}
            onClick={() => onJump(one.ply - 1)}
          >
            {one.best}
          </button>
        )}
      </td>
    </tr>
  );
}

function Value({ knownValue }: { knownValue: KnownValue }): ComponentChildren {
  return (
    <>
      <Mark tone={tone(knownValue)} /> {shortEstimate(knownValue)}
    </>
  );
}
