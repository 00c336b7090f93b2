import type { ComponentChildren } from "preact";
import { useAnswer } from "../answers.ts";
import { Mark } from "../boards/badge.tsx";
import type { Game, KnownValue, Proof, Refutation } from "../../engine/src/contract.ts";
import type { GameView } from "../game-view.ts";
import { played } from "../route.ts";
import { server } from "../server.ts";
import { other, shortValue, sideName, spokenValue, tone } from "../words.ts";
import * as parts from "./parts.tsx";
import { Problem } from "./problem.tsx";
import type { Words } from "../words/catalogue.ts";
import { useWords } from "../words/context.ts";
import "./proof.css";

/** Why no other move is better: every move with the answer to it. */
export function ProofPanel(props: GameView & { isRefused: boolean }): ComponentChildren {
  const words = useWords();
  const { game, line, search } = props;
  const key = JSON.stringify([game.game, line, search]);
  const proof = useAnswer(key, (signal) => server.proof(game.game, line, search, signal));
  return (
    <section class="proof" aria-label={words.proof.label} aria-busy={proof.isLoading}>
      {proof.isLoading && !proof.shown && <p class="quiet">{words.play.lookingUp}</p>}
      {proof.refusal && !props.isRefused && <Problem refusal={proof.refusal} retry={proof.retry} />}
      {proof.shown && !proof.refusal && <Node {...props} proof={proof.shown} />}
    </section>
  );
}

function Node(props: GameView & { proof: Proof }): ComponentChildren {
  const words = useWords();
  const { game, route, go, proof } = props;
  const { position } = proof;
  const walk = (...moves: string[]): void => go(played(route, ...moves));
  const texts = words.proof;
  const kinds: Readonly<Record<string, string | undefined>> = game.proof ? texts.fileKinds : texts.kinds;
  const { move, valueFor, answer, verdict } = texts.columns;
  const columns = [move, valueFor({ side: sideName(words, game, position.to_move) }), answer, verdict];
  return (
    <>
      <parts.Verdict game={game} position={position} />
      {!position.over && <parts.Origin game={game} position={position} />}
      {proof.kind !== null && <p class="kind">{kinds[proof.kind] ?? proof.kind}</p>}
      {position.over ? (
        <p class="quiet">{texts.over}</p>
      ) : (
        <>
          <h2>{texts.title}</h2>
          <parts.Table label={texts.table} columns={columns}>
            {proof.moves.map((one) => (
              <Row
                key={one.move}
                game={game}
                one={one}
                verdict={game.proof ? ofProof(words, proof, one) : verdictOf(words, one)}
                shade={game.proof && proof.kind === "A" ? "unknown" : one.verdict}
                walk={walk}
                opponent={sideName(words, game, other(position.to_move))}
              />
            ))}
          </parts.Table>
          <p class="quiet">{texts.footnote}</p>
        </>
      )}
    </>
  );
}

/** How a move compares with the best, by an artifact or a search. */
function verdictOf(words: Words, one: Refutation): string {
  const { verdicts, stated } = words.proof;
  const verdict = verdicts[one.verdict];
  return one.certificate ? stated({ verdict }) : verdict;
}

/** What a proof has to say of a move: that it is the winner's, or that it is answered. */
function ofProof(words: Words, { kind, position }: Proof, one: Refutation): string {
  const { winningMove, notNeeded, answered, endsGame, verdicts } = words.proof;
  if (kind === null) return verdicts[one.verdict];
  if (kind !== "A" && one.move === position.best_move) return winningMove;
  if (kind === "C") return notNeeded;
  return one.source === "terminal" ? endsGame : one.reply !== null ? answered : verdicts[one.verdict];
}

interface RowProps {
  game: Game;
  one: Refutation;
  verdict: string;
  shade: Refutation["verdict"];
  opponent: string;
  walk: (...moves: string[]) => void;
}

function Row({ game, one, verdict, shade, opponent, walk }: RowProps): ComponentChildren {
  const words = useWords();
  const texts = words.proof;
  const stated = one.certificate;
  const knownValue: KnownValue = stated ? { ...one, at_most: stated.at_most } : one;
  const reply = one.reply ?? stated?.reply ?? null;
  return (
    <tr class={`verdict-${shade}`}>
      <th scope="row">
        <button type="button" class="link" onClick={() => walk(one.move)}>
          {one.move}
        </button>
      </th>
      <td>
        <Mark tone={tone(knownValue)} /> <span aria-hidden="true">{shortValue(knownValue)}</span>
        <span class="visually-hidden">{spokenValue(words, game, knownValue)}</span>
      </td>
      <td>
        {reply === null ? (
          <span class="quiet">–</span>
        ) : (
          <button
            type="button"
            class="link"
            aria-label={texts.thenAnswers({ move: one.move, side: opponent, reply })}
            onClick={() => walk(one.move, reply)}
          >
            {reply}
          </button>
        )}
      </td>
      <td>{verdict}</td>
    </tr>
  );
}
