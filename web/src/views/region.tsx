import type { ComponentChildren } from "preact";
import { useAnswer } from "../answers.ts";
import type { ArtifactFile, Game, ArtifactLevel, ProofFile } from "../../engine/src/contract.ts";
import { claimWords, startOf } from "../proof-file.ts";
import { HOME, formatRoute } from "../route.ts";
import { server } from "../server.ts";
import { isFolder } from "../transport/chosen.ts";
import { bytes, count, evidenceWords, playerWords, proofEvidence, scopeWords, signed } from "../words.ts";
import { Table } from "./parts.tsx";
import { Problem } from "./problem.tsx";
import { useWords } from "../words/context.ts";
import "./chart.css";
import "./facts.css";
import "./region.css";

interface RegionPanelProps {
  game: Game;
  /** The level of the position on the board. */
  level: number | null;
}

/** What the file has: an artifact's positions, level by level, or a proof's claim; and what was checked of it. */
export function RegionPanel({ game, level }: RegionPanelProps): ComponentChildren {
  const words = useWords();
  const { page, region } = words;
  const key = game.artifact ? game.game : null;
  const levels = useAnswer(key, (signal) => server.levels(game.game, signal));
  if (game.proof) return <ProofFacts game={game} proof={game.proof} />;
  if (!game.artifact) {
    return (
      <section class="region" aria-label={region.label}>
        {game.player && playerWords(words, game.player).map((text) => <p key={text}>{text}</p>)}
        <p>{region.none}</p>
        <p class="quiet">
          {region.toSolve} <code>solveig solve {game.spec} --out game.sol</code>
        </p>
      </section>
    );
  }
  return (
    <section class="region" aria-label={region.label} aria-busy={levels.isLoading}>
      <Facts artifact={game.artifact} />
      {levels.isLoading && <p class="quiet">{page.loading}</p>}
      {levels.refusal && <Problem refusal={levels.refusal} retry={levels.retry} />}
      {levels.answer && <Levels levels={levels.answer} here={level} />}
    </section>
  );
}

function Facts({ artifact }: { artifact: ArtifactFile }): ComponentChildren {
  const words = useWords();
  const { certificate } = artifact;
  const { inFolder, region } = words;
  const positions = artifact.positions;
  return (
    <dl class="facts">
      <dt>{region.artifact}</dt>
      <dd class="breakable">{artifact.file}</dd>
      <dt>{region.scope}</dt>
      <dd>{scopeWords(words, artifact.scope)}</dd>
      <dt>{region.startValue}</dt>
      <dd>{region.forFirst({ value: signed(artifact.root_value) })}</dd>
      <dt>{region.storedPositions}</dt>
      <dd>{artifact.symmetry ? region.bySymmetry({ count: positions }) : count(words, positions)}</dd>
      <dt>{region.size}</dt>
      <dd>{bytes(words, artifact.bytes)}</dd>
      {artifact.cut !== null && (
        <>
          <dt>{region.cut}</dt>
          <dd>{region.cutLevel({ level: artifact.cut })}</dd>
        </>
      )}
      <dt>{region.digest}</dt>
      <dd class="digest">{artifact.digest}</dd>
      <dt>{region.certificate}</dt>
      <dd class="breakable">
        {certificate
          ? region.certificateFile({
              file: certificate.file,
              count: certificate.positions,
              size: bytes(words, certificate.bytes),
            })
          : isFolder()
            ? inFolder.noCertificate
            : region.noCertificate}
      </dd>
      <dt>{region.checked}</dt>
      <dd>{evidenceWords(words, artifact)}</dd>
    </dl>
  );
}

/** What the proof claims, of which position, and what was checked of it. */
function ProofFacts({ game, proof }: { game: Game; proof: ProofFile }): ComponentChildren {
  const words = useWords();
  const { region } = words;
  const from = proof.from === "-" ? region.gameStart : region.setUpBoard({ board: proof.from });
  const after = proof.moves.length === 0 ? [] : [region.afterMoves({ moves: proof.moves.join(" ") })];
  const answers = { count: proof.answers };
  return (
    <section class="region" aria-label={region.label}>
      <dl class="facts">
        <dt>{region.proof}</dt>
        <dd class="breakable">{proof.file}</dd>
        <dt>{region.claim}</dt>
        <dd>{claimWords(words, game, proof)}</dd>
        <dt>{region.claimedPosition}</dt>
        <dd class="breakable">
          <p>{words.list({ texts: [from, ...after] })}</p>
          <a href={formatRoute({ ...HOME, ...startOf(game), game: game.game, view: "proof" })}>{region.goThere}</a>
        </dd>
        <dt>{region.winningMoves}</dt>
        <dd>{count(words, proof.winning_moves)}</dd>
        <dt>{region.nodes}</dt>
        <dd>{count(words, proof.nodes)}</dd>
        <dt>{region.answers}</dt>
        <dd>{game.family === "go" ? region.answersWithHistories(answers) : count(words, proof.answers)}</dd>
        <dt>{region.size}</dt>
        <dd>{bytes(words, proof.bytes)}</dd>
        <dt>{region.digest}</dt>
        <dd class="digest">{proof.digest}</dd>
        <dt>{region.checked}</dt>
        <dd>{proofEvidence(words, proof)}</dd>
      </dl>
    </section>
  );
}

const WIDTH = 600;
const HEIGHT = 220;
const LEFT = 52;
const BOTTOM = 34;
const TOP = 12;

function Levels({ levels, here }: { levels: ArtifactLevel[]; here: number | null }): ComponentChildren {
  const words = useWords();
  const { region } = words;
  const { level, positions, optimal, free, both, over } = region.columns;
  return (
    <>
      <h2>{region.byLevel}</h2>
      <LevelChart levels={levels} here={here} />
      <Table class="numbers" label={region.byLevel} columns={[level, positions, optimal, free, both, over]}>
        {levels.map((one) => (
          <tr key={one.level} class={one.level === here ? "here" : ""}>
            <th scope="row">{one.level}</th>
            <td>{count(words, one.positions)}</td>
            <td>{count(words, one.optimal)}</td>
            <td>{count(words, one.free)}</td>
            <td>{count(words, one.both)}</td>
            <td>{count(words, one.terminals)}</td>
          </tr>
        ))}
      </Table>
      <p class="quiet">{region.footnote}</p>
    </>
  );
}

/** Positions by level, as bars on a logarithmic scale. */
function LevelChart({ levels, here }: { levels: ArtifactLevel[]; here: number | null }): ComponentChildren {
  const words = useWords();
  const { region } = words;
  const max = Math.max(10, ...levels.map((one) => one.positions));
  const decades = Math.ceil(Math.log10(max));
  const y = (value: number): number => {
    const share = value < 1 ? 0 : (Math.log10(value) + 0.3) / (decades + 0.3);
    return HEIGHT - BOTTOM - share * (HEIGHT - BOTTOM - TOP);
  };
  const step = (WIDTH - LEFT) / Math.max(1, levels.length);
  const every = Math.ceil(levels.length / 14);
  const largest = levels.reduce((a, b) => (b.positions > a.positions ? b : a), levels[0] as ArtifactLevel);
  return (
    <svg
      class="chart"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={region.chart({ most: count(words, largest?.positions ?? 0), level: largest?.level ?? 0 })}
    >
      {Array.from({ length: decades + 1 }, (_, power) => (
        <g key={power}>
          <path class="grid" d={`M${LEFT} ${y(10 ** power)}H${WIDTH}`} />
          {(decades < 7 || power % 2 === 0) && (
            <text class="tick" x={LEFT - 8} y={y(10 ** power) + 5} text-anchor="end">
              10
              <tspan class="power" dy="-6">
                {power}
              </tspan>
            </text>
          )}
        </g>
      ))}
      {levels.map((one, index) => {
        const x = LEFT + index * step;
        return (
          <g key={one.level}>
            <title>{region.column({ level: one.level, positions: count(words, one.positions) })}</title>
            <rect
              class={`column${one.level === here ? " here" : ""}`}
              x={x + step * 0.12}
              width={step * 0.76}
              y={y(one.positions)}
              height={HEIGHT - BOTTOM - y(one.positions)}
              rx="2"
            />
            {index % every === 0 && (
              <text class="tick" x={x + step / 2} y={HEIGHT - BOTTOM + 18} text-anchor="middle">
                {one.level}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}
