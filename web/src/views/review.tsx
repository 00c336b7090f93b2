import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { useAnswer } from "../answers.ts";
import { Mark } from "../boards/badge.tsx";
import type { Game, Review, ReviewedMove, Side } from "../contract.ts";
import { isDrawn } from "../families.ts";
import type { GameView } from "../game-view.ts";
import { provedLoss } from "../loss.ts";
import { writeLine } from "../notation.ts";
import { type Line, type Refusal, server } from "../server.ts";
import { afterForFirst, hasSwapRule, reviewUnderSwap, serverMoves } from "../swap.ts";
import { hasScores, shortValue, sideName, tone } from "../words.ts";
import { Check, Interrupted, Table } from "./parts.tsx";
import { Pasted } from "./pasted.tsx";
import { Problem } from "./problem.tsx";
import { SaveGame } from "./save-game.tsx";
import { ValueChart } from "./value-chart.tsx";
import type { Words } from "../words/catalogue.ts";
import { useWords } from "../words/context.ts";
import "./review.css";
import "./stone.css";

interface ReviewProps extends GameView {
  /** Whether the page says already that the line is wrong. */
  isRefused: boolean;
  /** Called where the moves of the whole game are refused. */
  onRefused: (refusal: Refusal) => void;
}

/** The moves of a game that lost value, and the best moves instead. */
export function ReviewPanel(props: ReviewProps): ComponentChildren {
  const texts = useWords().review;
  const { game, route, search, take, onRefused } = props;
  const whole = { from: route.from, moves: route.moves };
  const line = { from: route.from, moves: serverMoves(game, route.moves) };
  const key = route.moves.length > 0 ? JSON.stringify([game.game, line, search]) : null;
  const review = useAnswer(key, (signal) => server.review(game.game, line, search, signal));
  useEffect(() => {
    if (review.refusal?.isOfPosition) onRefused(review.refusal);
  }, [review.refusal, onRefused]);
  return (
    <section class="review" aria-label={texts.label}>
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
      {isDrawn(game) && route.moves.length > 0 && <Drawn {...props} />}
      {review.isLoading && (
        <p class="quiet" aria-busy="true">
          {texts.reading}
        </p>
      )}
      {review.refusal && !props.isRefused && <Problem refusal={review.refusal} retry={review.retry} />}
      {review.answer && <Findings {...props} whole={line} review={review.answer} retry={review.retry} />}
    </section>
  );
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

function Findings(props: GameView & { whole: Line; review: Review; retry: () => void }): ComponentChildren {
  const words = useWords();
  const { game, route, go, review: found, whole } = props;
  const isUnderSwap = hasSwapRule(game, route);
  const review = isUnderSwap ? { ...found, moves: reviewUnderSwap(found.moves, route.moves) } : found;
  const texts = words.review;
  const { move, before, after, lost, best } = texts.columns;
  return (
    <>
      <ul class="summary">
        {(["first", "second"] as Side[]).map((side) => (
          <li key={side}>{summary(words, game, review, side)}</li>
        ))}
      </ul>
      <ValueChart
        game={game}
        values={valuesAlong(review.moves)}
        names={review.moves.map((one) => one.move)}
        mistakes={mistakesOf(words, game, review.moves)}
        at={route.at}
        onJump={(at) => go({ at })}
      />
      {review.interrupted && <Interrupted retry={props.retry} />}
      <Table label={texts.table} columns={[move, before, after, lost, best]}>
        {review.moves.map((one) => (
          <Row key={one.ply} game={game} one={one} isHere={route.at === one.ply} onJump={(at) => go({ at })} />
        ))}
      </Table>
      <p class="quiet">
        {isUnderSwap ? words.sentences({ texts: [texts.footnote, words.swap.review] }) : texts.footnote}
      </p>
      <SaveGame game={game} written={{ from: whole.from, moves: review.moves }} line={whole} />
    </>
  );
}

/** The value for the first side after each ply of a game; null where unknown. */
function valuesAlong(moves: readonly ReviewedMove[]): (number | null)[] {
  const values = moves.map(({ before, side }) =>
    before.value === null ? null : side === "first" ? before.value : 0 - before.value,
  );
  const last = moves.at(-1);
  return last ? [...values, afterForFirst(last)] : values;
}

/** What to say of each move that lost value, by its ply. */
function mistakesOf(words: Words, game: Game, moves: readonly ReviewedMove[]): Map<number, string> {
  const told = (one: ReviewedMove): string => {
    const { ply, side, move } = one;
    return words.review.mistake({
      ply,
      side: sideName(words, game, side),
      move,
      loss: lossOf(one),
      isBound: one.loss === null,
    });
  };
  return new Map(moves.filter(isMistake).map((one) => [one.ply, told(one)]));
}

/** How much a move is proved to have lost: all of it where `loss` is known, else at least so much. */
function lossOf({ before, after, loss }: ReviewedMove): number {
  return loss ?? provedLoss(before, after);
}

function isMistake(one: ReviewedMove): boolean {
  return lossOf(one) > 0;
}

function summary(words: Words, game: Game, review: Review, side: Side): string {
  const moves = review.moves.filter((one) => one.side === side);
  const lost = moves.filter(isMistake);
  const unknown = moves.filter((one) => one.loss === null && !isMistake(one)).length;
  const texts = words.review;
  const name = sideName(words, game, side);
  if (lost.length > 0) {
    const points = hasScores(game) ? lost.reduce((sum, one) => sum + lossOf(one), 0) : null;
    const isBound = lost.some((one) => one.loss === null);
    return texts.lost({ side: name, points, isBound, count: lost.length, unknown });
  }
  return unknown > 0 ? texts.notKnown({ side: name, unknown }) : texts.lostNothing({ side: name });
}

/** A loss in short: `−4`, `≥4` where it is at least that, `–` for none, `?` where no loss is proved or ruled out. */
function lossText(one: ReviewedMove): string {
  if (one.loss === null) return isMistake(one) ? `\u2265${lossOf(one)}` : "?";
  return one.loss === 0 ? "\u2013" : `\u2212${one.loss}`;
}

interface RowProps {
  game: Game;
  one: ReviewedMove;
  isHere: boolean;
  onJump: (at: number) => void;
}

function Row({ game, one, isHere, onJump }: RowProps): ComponentChildren {
  const words = useWords();
  const texts = words.review;
  const hasLost = isMistake(one);
  return (
    <tr class={`${hasLost ? "mistake" : ""}${isHere ? " here" : ""}`}>
      <th scope="row">
        <button type="button" class="link" aria-current={isHere ? "step" : undefined} onClick={() => onJump(one.ply)}>
          <span class="ply">{one.ply}</span>
          <span class={`stone ${one.side} family-${game.family}`} aria-hidden="true" />
          <span class="visually-hidden">{sideName(words, game, one.side)} </span>
          {one.move}
        </button>
      </th>
      <td>
        <Mark tone={tone(one.before)} /> {shortValue(one.before)}
      </td>
      <td>
        <Mark tone={tone(one.after)} /> {shortValue(one.after)}
      </td>
      <td class="loss">{lossText(one)}</td>
      <td>
        {one.forced ? (
          <span class="quiet">{texts.forced}</span>
        ) : one.best !== null && hasLost ? (
          <button
            type="button"
            class="link"
            aria-label={texts.toPositionBefore({ move: one.best, ply: one.ply })}
            onClick={() => onJump(one.ply - 1)}
          >
            {one.best}
          </button>
        ) : (
          <span class="quiet">{one.loss === 0 ? texts.played : "?"}</span>
        )}
      </td>
    </tr>
  );
}
