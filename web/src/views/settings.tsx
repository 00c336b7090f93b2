import type { ComponentChildren } from "preact";
import type { Change, Settings } from "../settings.ts";
import { LANGUAGES, isLanguage } from "../words/languages.ts";
import { Dialog } from "./dialog.tsx";
import { useWords } from "../words/context.ts";

interface SettingsProps {
  settings: Settings;
  change: Change;
  onClose: () => void;
}

/** What the browser keeps of how the page looks and works. */
export function SettingsDialog({ settings, change, onClose }: SettingsProps): ComponentChildren {
  const texts = useWords().settings;
  const flags: ["remarks" | "hasSound" | "hasShortcuts", string][] = [
    ["remarks", texts.remarks],
    ["hasSound", texts.sound],
    ["hasShortcuts", texts.shortcuts],
  ];
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <label class="field">
        <span>{texts.language}</span>
        <select
          value={settings.language}
          onChange={({ currentTarget: { value } }) => change({ language: isLanguage(value) ? value : "auto" })}
        >
          <option value="auto">{texts.languageAuto}</option>
          {Object.entries(LANGUAGES).map(([code, name]) => (
            <option key={code} value={code} lang={code}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {flags.map(([name, label]) => (
        <label class="check" key={name}>
          <input
            type="checkbox"
            checked={settings[name]}
            onChange={(event) => change({ [name]: event.currentTarget.checked })}
          />
          <span>{label}</span>
        </label>
      ))}
    </Dialog>
  );
}
