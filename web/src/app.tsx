import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { useAnswer } from "./answers.ts";
import type { Game } from "./contract.ts";
import { GamePage } from "./game-page.tsx";
import { type Go, useRoute } from "./navigation.ts";
import { HOME } from "./route.ts";
import { server } from "./server.ts";
import { type Change, type Settings, type Theme, useSettings } from "./settings.ts";
import { useShortcut } from "./shortcuts.ts";
import { Help } from "./views/help.tsx";
import { Home } from "./views/home.tsx";
import { Problem } from "./views/problem.tsx";
import { gameTitle } from "./words.ts";

export function App(): ComponentChildren {
  const [route, go] = useRoute();
  const [settings, change] = useSettings();
  const [helps, setHelps] = useState(false);
  const games = useAnswer("games", (signal) => server.games(signal));
  const game = games.answer?.find((one) => one.game === route.game) ?? null;

  useEffect(() => {
    document.title = game ? `${gameTitle(game)} \u2013 Solveig` : "Solveig";
  }, [game]);

  useShortcut("?", settings.hasShortcuts, () => setHelps(true));

  return (
    <>
      <Header
        games={games.answer ?? []}
        game={game}
        go={go}
        settings={settings}
        change={change}
        onHelp={() => setHelps(true)}
      />
      {games.refusal && <Problem refusal={games.refusal} retry={games.retry} />}
      {games.answer && route.game === null && <Home games={games.answer} />}
      {game && <GamePage key={game.game} game={game} route={route} go={go} settings={settings} change={change} />}
      {games.answer && route.game !== null && !game && (
        <main class="narrow">
          <h1>No such game</h1>
          <p>
            This server has no game “{route.game}”. <a href="#/">These are the games it has.</a>
          </p>
        </main>
      )}
      {games.isLoading && <main class="narrow" aria-busy="true"><p class="quiet">Loading…</p></main>}
      {helps && <Help settings={settings} change={change} onClose={() => setHelps(false)} />}
    </>
  );
}

interface HeaderProps {
  games: Game[];
  game: Game | null;
  go: Go;
  settings: Settings;
  change: Change;
  onHelp: () => void;
}

const THEMES: Record<Theme, [Theme, string, string]> = {
  auto: ["light", "Colours: as the system", "\u25d0"],
  light: ["dark", "Colours: light", "\u2600\ufe0e"],
  dark: ["auto", "Colours: dark", "\u263e"],
};

function Header({ games, game, go, settings, change, onHelp }: HeaderProps): ComponentChildren {
  const [next, label, sign] = THEMES[settings.theme];
  return (
    <header class="top">
      <a class="brand" href="#/" aria-label="Solveig, all games">
        <svg viewBox="0 0 32 32" aria-hidden="true">
          <rect width="32" height="32" rx="8" />
          <circle class="light" cx="11" cy="11" r="5.5" />
          <circle class="light" cx="21" cy="21" r="5.5" />
          <circle class="dark" cx="21" cy="11" r="5.5" />
          <circle class="dark" cx="11" cy="21" r="5.5" />
        </svg>
        <span>Solveig</span>
      </a>
      {game && (
        <select
          aria-label="Game"
          class="game-choice"
          value={game.game}
          onChange={(event) => {
            const { player, ...start } = HOME;
            go({ ...start, game: event.currentTarget.value });
          }}
        >
          {games.map((one) => (
            <option key={one.game} value={one.game} selected={one.game === game.game}>
              {gameTitle(one)}
              {one.artifact ? "" : " (search)"}
            </option>
          ))}
        </select>
      )}
      <span class="gap" />
      <button type="button" class="icon" aria-label={label} title={label} onClick={() => change({ theme: next })}>
        <span aria-hidden="true">{sign}</span>
      </button>
      <button type="button" class="icon" aria-label="Help" title="Help (?)" onClick={onHelp}>
        <span aria-hidden="true">?</span>
      </button>
    </header>
  );
}
