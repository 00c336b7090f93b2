import type { ComponentChildren } from "preact";
import { useAnswer } from "../answers.ts";
import { Mark } from "../boards/badge.tsx";
import type { Game, Known, Proof, ProofMove, Search, Verdict } from "../contract.ts";
import type { GamePageProps } from "../game-page.tsx";
import type { Line } from "../server.ts";
import { server } from "../server.ts";
import { other, shortValue, sideName, spokenValue, statusWords, tone, verdict } from "../words.ts";
import { Problem } from "./problem.tsx";

/** What the artifact states of a stored position, by its kind. */
const KINDS: Record<string, string> = {
  P: "P: the artifact states the value for both sides. One move reaches it, and no move does better.",
  "A'": "A\u2032: the artifact states that one move reaches the value. That the others do no better, a certificate states.",
  "P'": "P\u2032: the artifact states the value against every move. None does better.",
  C: "C: the artifact states a bound from below. One move is enough for it.",
  A: "A: the artifact states a bound from above, against every move.",
};

const VERDICTS: Record<Verdict, string> = {
  best: "best",
  equal: "no worse",
  "no-better": "no better",
  worse: "worse",
  unknown: "unknown",
};

/** Why no other move is better, from node to node. */
export function ProofPanel(props: GamePageProps & { line: Line; search: Search }): ComponentChildren {
  const { game, line, search } = props;
  const key = JSON.stringify([game.game, line, search]);
  const proof = useAnswer(key, (signal) => server.proof(game.game, line, search, signal));
  return (
    <section class="proof" aria-label="Proof at this position" aria-busy={proof.isLoading}>
      {proof.isLoading && !proof.shown && <p class="quiet">Looking it up…</p>}
      {proof.refusal && <Problem refusal={proof.refusal} retry={proof.retry} />}
      {proof.shown && !proof.refusal && <Node {...props} proof={proof.shown} />}
    </section>
  );
}

function Node(props: GamePageProps & { proof: Proof }): ComponentChildren {
  const { game, route, go, proof } = props;
  const { position } = proof;
  const walk = (...moves: string[]): void => {
    const made = [...route.moves.slice(0, route.at), ...moves];
    go({ moves: made, at: made.length });
  };
  const mover = sideName(game, position.to_move);
  const [status, rests] = statusWords(position.status, game.artifact);
  return (
    <>
      <p class="verdict">
        <Mark tone={tone(position)} />
        <span>{verdict(game, position, position.to_move, position.over)}</span>
        <span class={`tag status-${position.status}`}>{status}</span>
      </p>
      {!position.over && <p class="quiet">{rests}</p>}
      {proof.kind !== null && <p class="kind">{KINDS[proof.kind] ?? proof.kind}</p>}
      {position.over ? (
        <p class="quiet">The game is over here: the rules give its value.</p>
      ) : (
        <>
          <h2>Every move and its answer</h2>
          <div class="scroll" tabIndex={0} role="region" aria-label="Moves and their answers">
            <table>
              <thead>
                <tr>
                  <th scope="col">Move</th>
                  <th scope="col">For {mover}</th>
                  <th scope="col">Answer</th>
                  <th scope="col">So it is</th>
                </tr>
              </thead>
              <tbody>
                {proof.moves.map((one) => (
                  <Refutation key={one.move} game={game} one={one} walk={walk} opponent={sideName(game, other(position.to_move))} />
                ))}
              </tbody>
            </table>
          </div>
          <p class="quiet">Click a move or an answer to walk down; undo walks back up.</p>
        </>
      )}
    </>
  );
}

interface RefutationProps {
  game: Game;
  one: ProofMove;
  opponent: string;
  walk: (...moves: string[]) => void;
}

function Refutation({ game, one, opponent, walk }: RefutationProps): ComponentChildren {
  const stated = one.certificate;
  const known: Known = stated ? { ...one, at_most: stated.at_most } : one;
  const reply = one.reply ?? stated?.reply ?? null;
  return (
    <tr class={`verdict-${one.verdict}`}>
      <th scope="row">
        <button type="button" class="link" onClick={() => walk(one.move)}>
          {one.move}
        </button>
      </th>
      <td>
        <Mark tone={tone(known)} /> <span aria-hidden="true">{shortValue(known)}</span>
        <span class="visually-hidden">{spokenValue(game, known)}</span>
      </td>
      <td>
        {reply === null ? (
          <span class="quiet">–</span>
        ) : (
          <button
            type="button"
            class="link"
            aria-label={`${one.move}, then ${opponent} answers ${reply}`}
            onClick={() => walk(one.move, reply)}
          >
            {reply}
          </button>
        )}
      </td>
      <td>
        {VERDICTS[one.verdict]}
        {stated && ", the certificate states"}
      </td>
    </tr>
  );
}

