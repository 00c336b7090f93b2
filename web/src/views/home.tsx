import type { ComponentChildren } from "preact";
import { useAnswer } from "../answers.ts";
import { Picture } from "../boards/picture.tsx";
import type { Game } from "../contract.ts";
import { isDrawn } from "../families.ts";
import { formatRoute, HOME } from "../route.ts";
import { server } from "../server.ts";
import { count, gameAim, gameTitle, scopeWords, verdict } from "../words.ts";

/** The games that this server has. */
export function Home({ games }: { games: Game[] }): ComponentChildren {
  return (
    <main class="home">
      <h1>Play a solver</h1>
      <p class="lead">
        Values come from artifacts, the files of solved games, or from an exact search as you play. The page
        says which, and what was checked.
      </p>
      {games.length === 0 && <p>This server has no games.</p>}
      <ul class="cards">
        {games.map((game) => (
          <Card key={game.game} game={game} />
        ))}
      </ul>
    </main>
  );
}

function Card({ game }: { game: Game }): ComponentChildren {
  const start = useAnswer(game.game, (signal) =>
    server.position(game.game, { from: "-", moves: [] }, "never", signal),
  );
  const { artifact } = game;
  const root = artifact && {
    status: "exact" as const,
    source: "certified" as const,
    value: artifact.root_value,
    at_least: null,
    at_most: null,
    plies: null,
  };
  return (
    <li>
      <a class="card" href={formatRoute({ ...HOME, game: game.game })}>
        <span class="card-board" aria-hidden="true">
          {isDrawn(game) ? (
            <Picture game={game} cells={start.answer?.cells ?? ""} />
          ) : (
            <pre class="board-text">{start.answer?.board_text}</pre>
          )}
        </span>
        <span class="card-words">
          <strong>{gameTitle(game)}</strong>
          <span>{gameAim(game)}</span>
          <span class="quiet">
            {artifact
              ? `${scopeWords(artifact.scope)}: ${count(artifact.positions)} positions stored`
              : "Searched as you play"}
          </span>
          {root && <span class="quiet">{verdict(game, root, "first", false)}.</span>}
          {artifact && <span class="quiet">{artifact.checked === "solution" ? "Checked" : "Not checked"} by this server.</span>}
        </span>
      </a>
    </li>
  );
}
