import type { ComponentChildren } from "preact";
import { useAnswer } from "../answers.ts";
import { Picture } from "../boards/picture.tsx";
import type { Game } from "../../engine/src/contract.ts";
import { hasFile, isDrawn, isSearchedWhole, sideColours } from "../families.ts";
import { claimWords, personIn, startOf } from "../proof-file.ts";
import { formatRoute, HOME } from "../route.ts";
import { server } from "../server.ts";
import { gameAim, gameTitle, verdict } from "../words.ts";
import { useWords } from "../words/context.ts";
import "../boards/plain.css";
import "./home.css";

/** The games that this server has. */
export function Home({ games }: { games: Game[] }): ComponentChildren {
  const { home } = useWords();
  return (
    <main class="home">
      <h1>{home.title}</h1>
      <p class="lead">{home.lead}</p>
      {games.length === 0 && <p>{home.noGames}</p>}
      <ul class="cards">
        {games.map((game) => (
          <Card key={game.game} game={game} />
        ))}
      </ul>
    </main>
  );
}

function Card({ game }: { game: Game }): ComponentChildren {
  const words = useWords();
  const start = useAnswer(game.game, (signal) => server.position(game.game, startOf(game), "never", signal));
  const { artifact, proof } = game;
  const { home, sentence } = words;
  const isSearched = isSearchedWhole(game);
  const searched = useAnswer(isSearched ? `searched ${game.game}` : null, (signal) =>
    server.position(game.game, startOf(game), "short", signal),
  );
  const stored = artifact && {
    status: "exact" as const,
    source: "certified" as const,
    value: artifact.root_value,
    at_least: null,
    at_most: null,
    plies: start.answer?.plies ?? null,
  };
  // In how many moves comes with the answer.
  const root = start.isLoading ? null : (stored ?? (searched.answer?.value != null ? searched.answer : null));
  return (
    <li style={sideColours(game)}>
      <a class="card" href={formatRoute({ ...HOME, ...startOf(game), game: game.game, player: personIn(game) })}>
        <span class="card-board" aria-hidden="true">
          {isDrawn(game) ? (
            <Picture game={game} cells={start.answer?.cells ?? ""} />
          ) : (
            <pre class="board-text">{start.answer?.board_text}</pre>
          )}
        </span>
        <span class="card-words">
          <strong>{gameTitle(words, game)}</strong>
          <span>{gameAim(words, game)}</span>
          {!hasFile(game) && !root && !searched.isLoading && <span class="quiet">{home.searched}</span>}
          {root && (
            <span class="quiet">
              {sentence({ text: verdict(words, game, root, start.answer?.to_move ?? "first", false) })}
            </span>
          )}
          {proof && <span class="quiet">{sentence({ text: claimWords(words, game, proof) })}</span>}
        </span>
      </a>
    </li>
  );
}
