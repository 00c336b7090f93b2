import type { ComponentChildren } from "preact";
import type { Change, Settings } from "../settings.ts";
import { LANGUAGES, isLanguage, words } from "../words/languages.ts";
import { Dialog } from "./dialog.tsx";

interface SettingsProps {
  settings: Settings;
  change: Change;
  onClose: () => void;
}

/** What the browser keeps of how the page looks and works. */
export function SettingsDialog({ settings, change, onClose }: SettingsProps): ComponentChildren {
  const texts = words().settings;
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <label class="field">
        <span>{texts.language}</span>
        <select
          value={settings.language}
          onChange={({ currentTarget: { value } }) => change({ language: isLanguage(value) ? value : "auto" })}
        >
          <option value="auto">{texts.languageAuto}</option>
          {Object.entries(LANGUAGES).map(([code, { name }]) => (
            <option key={code} value={code} lang={code}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label class="check">
        <input
          type="checkbox"
          checked={settings.hasShortcuts}
          onChange={(event) => change({ hasShortcuts: event.currentTarget.checked })}
        />
        <span>{texts.shortcuts}</span>
      </label>
    </Dialog>
  );
}
