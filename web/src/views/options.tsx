import type { ComponentChildren } from "preact";
import { CONTROLS, controlOf, isControl } from "../playing/clock.ts";
import { RATES } from "../playing/strength.ts";
import type { Player } from "../route.ts";
import type { Change, Settings } from "../settings.ts";
import { useWords } from "../words/context.ts";

interface OptionsProps {
  settings: Settings;
  change: Change;
  player: Player;
}

/** How strong the program plays, and with which clock. */
export function Options({ settings, change, player }: OptionsProps): ComponentChildren {
  const words = useWords();
  const { clock, strength } = words;
  const controls = CONTROLS.map((name) => ({ name, control: controlOf(name) }));
  return (
    <>
      <details class="options">
        <summary>{words.play.options}</summary>
        <label class="field">
          <span>{strength.label}</span>
          <select
            value={String(settings.errors)}
            onChange={(event) => change({ errors: Number(event.currentTarget.value) })}
          >
            {RATES.map((rate) => (
              <option key={rate} value={String(rate)}>
                {rate === 0 ? strength.never : strength.rate({ rate })}
              </option>
            ))}
          </select>
        </label>
        <label class="field">
          <span>{clock.label}</span>
          <select
            value={settings.clock}
            onChange={({ currentTarget: { value } }) => change({ clock: isControl(value) ? value : "off" })}
          >
            <option value="off">{clock.off}</option>
            {controls.map(
              ({ name, control }) =>
                control && (
                  <option key={name} value={name}>
                    {clock.control({ ...control })}
                  </option>
                ),
            )}
          </select>
        </label>
      </details>
      {settings.errors > 0 && player !== "both" && <p class="quiet errs">{strength.errs({ rate: settings.errors })}</p>}
    </>
  );
}
