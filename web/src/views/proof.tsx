import type { ComponentChildren } from "preact";
import { useAnswer } from "../answers.ts";
import { Mark } from "../boards/badge.tsx";
import type { Game, Known, Proof, Refutation, Verdict } from "../contract.ts";
import type { GameView } from "../game-view.ts";
import { played } from "../route.ts";
import { server } from "../server.ts";
import { other, shortValue, sideName, spokenValue, originWords, tone } from "../words.ts";
import * as parts from "./parts.tsx";
import { Problem } from "./problem.tsx";

/** What the artifact states of a position, by its kind of node (Takizawa 2026, section 3). */
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

/** Why no other move is better: every move with the answer to it. */
export function ProofPanel(props: GameView): ComponentChildren {
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

function Node(props: GameView & { proof: Proof }): ComponentChildren {
  const { game, route, go, proof } = props;
  const { position } = proof;
  const walk = (...moves: string[]): void => go(played(route, ...moves));
  const mover = sideName(game, position.to_move);
  return (
    <>
      <parts.Verdict game={game} position={position} />
      {!position.over && <p class="quiet">{originWords(position, game.artifact)[1]}</p>}
      {proof.kind !== null && <p class="kind">{KINDS[proof.kind] ?? proof.kind}</p>}
      {position.over ? (
        <p class="quiet">The game is over here: the rules give its value.</p>
      ) : (
        <>
          <h2>Every move and its answer</h2>
          <parts.Table label="Moves and their answers" columns={["Move", `For ${mover}`, "Answer", "So it is"]}>
            {proof.moves.map((one) => (
              <Row key={one.move} game={game} one={one} walk={walk} opponent={sideName(game, other(position.to_move))} />
            ))}
          </parts.Table>
          <p class="quiet">Click a move or an answer to walk down; undo walks back up.</p>
        </>
      )}
    </>
  );
}

interface RowProps {
  game: Game;
  one: Refutation;
  opponent: string;
  walk: (...moves: string[]) => void;
}

function Row({ game, one, opponent, walk }: RowProps): ComponentChildren {
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

