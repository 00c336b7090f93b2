import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { type AnswerState, useAnswer } from "./answers.ts";
import type { Game } from "../engine/src/contract.ts";
import { hasFile, isSearchedWhole } from "./families.ts";
import { GamePage } from "./game-page.tsx";
import { type Go, useRoute } from "./navigation.ts";
import { startOf } from "./proof-file.ts";
import { HOME } from "./route.ts";
import { server } from "./server.ts";
import { type Change, type Settings, type Theme, languageOf, useSettings } from "./settings.ts";
import { useShortcuts } from "./shortcuts.ts";
import { Help } from "./views/help.tsx";
import { Home } from "./views/home.tsx";
import { Problem } from "./views/problem.tsx";
import { SettingsDialog } from "./views/settings.tsx";
import { gameTitle } from "./words.ts";
import { CatalogueContext, useCatalogue, useWords } from "./words/context.ts";
import "./app.css";

/** The page, once the texts of its language are there. */
export function App(): ComponentChildren {
  const [settings, change] = useSettings();
  const catalogue = useCatalogue(languageOf(settings));
  const language = catalogue?.language;
  const games = useAnswer("games", (signal) => server.games(signal));
  // Before the browser draws.
  useLayoutEffect(() => {
    if (language) document.documentElement.lang = language;
  }, [language]);
  if (!catalogue) return null;
  return (
    <CatalogueContext.Provider value={catalogue}>
      <Page games={games} settings={settings} change={change} />
    </CatalogueContext.Provider>
  );
}

interface PageProps {
  games: AnswerState<Game[]>;
  settings: Settings;
  change: Change;
}

function Page({ games, settings, change }: PageProps): ComponentChildren {
  const words = useWords();
  const [route, go] = useRoute();
  const [dialog, setDialog] = useState<"help" | "settings" | null>(null);
  const game = games.answer?.find((one) => one.game === route.game) ?? null;

  const title = game ? words.page.title({ game: gameTitle(words, game) }) : "Solveig";
  useEffect(() => {
    document.title = title;
  }, [title]);

  useShortcuts({ "?": settings.hasShortcuts ? () => setDialog("help") : null });

  return (
    <>
      <Header games={games.answer ?? []} game={game} go={go} settings={settings} change={change} onDialog={setDialog} />
      {games.refusal && <Problem refusal={games.refusal} retry={games.retry} />}
      {games.answer && route.game === null && <Home games={games.answer} />}
      {game && <GamePage key={game.game} game={game} route={route} go={go} settings={settings} change={change} />}
      {games.answer && route.game !== null && !game && (
        <main class="narrow">
          <h1>{words.page.noSuchGame}</h1>
          <p>
            {words.page.hasNoGame({ game: route.game })} <a href="#/">{words.page.gamesItHas}</a>
          </p>
        </main>
      )}
      {games.isLoading && (
        <main class="narrow" aria-busy="true">
          <p class="quiet">{words.page.loading}</p>
        </main>
      )}
      {dialog === "help" && <Help onClose={() => setDialog(null)} />}
      {dialog === "settings" && <SettingsDialog settings={settings} change={change} onClose={() => setDialog(null)} />}
    </>
  );
}

interface HeaderProps {
  games: Game[];
  game: Game | null;
  go: Go;
  settings: Settings;
  change: Change;
  onDialog: (dialog: "help" | "settings") => void;
}

const THEMES: Record<Theme, [Theme, string]> = {
  auto: ["light", "\u25d0"],
  light: ["dark", "\u2600\ufe0e"],
  dark: ["auto", "\u263e"],
};

function Header({ games, game, go, settings, change, onDialog }: HeaderProps): ComponentChildren {
  const words = useWords();
  const { page } = words;
  const [next, sign] = THEMES[settings.theme];
  const label = page.colours[settings.theme];
  return (
    <header class="top">
      <a class="brand" href="#/" aria-label={page.brand}>
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
          aria-label={page.game}
          class="game-choice"
          value={game.game}
          onChange={(event) => {
            const { player, ...home } = HOME;
            const chosen = games.find((one) => one.game === event.currentTarget.value);
            const start = chosen ? startOf(chosen) : {};
            go({ ...home, ...start, game: event.currentTarget.value });
          }}
        >
          {games.map((one) => (
            <option key={one.game} value={one.game} selected={one.game === game.game}>
              {hasFile(one) || isSearchedWhole(one)
                ? gameTitle(words, one)
                : page.searchedGame({ game: gameTitle(words, one) })}
            </option>
          ))}
        </select>
      )}
      <span class="gap" />
      <button type="button" class="icon" aria-label={label} title={label} onClick={() => change({ theme: next })}>
        <span aria-hidden="true">{sign}</span>
      </button>
      <button
        type="button"
        class="icon"
        aria-label={page.settings}
        title={page.settings}
        onClick={() => onDialog("settings")}
      >
        <span aria-hidden="true">{"\u2699\ufe0e"}</span>
      </button>
      <button type="button" class="icon" aria-label={page.help} title={page.helpKey} onClick={() => onDialog("help")}>
        <span aria-hidden="true">?</span>
      </button>
    </header>
  );
}
