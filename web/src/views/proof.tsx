import type { ComponentChildren } from "preact";
import { useAnswer } from "../answers.ts";
import { Mark } from "../boards/badge.tsx";
import type { Game, Proof, ProofMove, Search, Verdict } from "../contract.ts";
import type { GamePageProps } from "../game-page.tsx";
import type { Line } from "../server.ts";
import { server } from "../server.ts";
import { other, shortValue, sideName, spokenValue, statusWords, tone, verdict } from "../words.ts";
import { Problem } from "./problem.tsx";

const KINDS: Record<string, string> = {
  P: "P: the value is exact. One move reaches it, and no move does better.",
  "A'": "A\u2032: the best move is certified. It reaches the value; the certificate bounds the others.",
  "P'": "P\u2032: every move is certified. None does better than the value.",
  C: "C: a bound from below. One move is enough for it.",
  A: "A: a bound from above. It holds against every move.",
};

const VERDICTS: Record<Verdict, string> = {
  best: "best",
  equal: "no worse",
  worse: "refuted",
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
  return (
    <>
      <p class="verdict">
        <Mark tone={tone(position)} />
        <span>{verdict(game, position, position.to_move, position.over)}</span>
        <span class={`tag status-${position.status}`}>{statusWords(position.status, game.artifact !== null)[0]}</span>
      </p>
      {proof.kind !== null && (
        <p class="kind">
          {KINDS[proof.kind] ?? proof.kind}
        </p>
      )}
      {position.over ? (
        <p class="quiet">The game is over here: this is a leaf of the proof.</p>
      ) : (
        <>
          <h2>Why {mover} can do no better</h2>
          <div class="scroll" tabIndex={0} role="region" aria-label="Moves and their refutations">
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
  return (
    <tr class={`verdict-${one.verdict}`}>
      <th scope="row">
        <button type="button" class="link" onClick={() => walk(one.move)}>
          {one.move}
        </button>
      </th>
      <td>
        <Mark tone={tone(one)} /> <span aria-hidden="true">{shortValue(one)}</span>
        <span class="visually-hidden">{spokenValue(game, one)}</span>
      </td>
      <td>
        {one.reply === null ? (
          <span class="quiet">–</span>
        ) : (
          <button
            type="button"
            class="link"
            aria-label={`${one.move}, then ${opponent} answers ${one.reply}`}
            onClick={() => walk(one.move, one.reply ?? "")}
          >
            {one.reply}
          </button>
        )}
      </td>
      <td>{VERDICTS[one.verdict]}</td>
    </tr>
  );
}

