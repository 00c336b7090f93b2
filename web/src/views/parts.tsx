/** Parts that several views share. */

import type { ComponentChildren } from "preact";
import { Mark } from "../boards/badge.tsx";
import type { Game, Position } from "../../engine/src/contract.ts";
import type { Refusal } from "../server.ts";
import { origin, originWords, tone, verdict } from "../words.ts";
import { useWords } from "../words/context.ts";
import "./parts.css";

interface ChoiceProps<T extends string> {
  legend: string;
  /** The name of the form field. */
  name: string;
  options: readonly (readonly [T, string])[];
  chosen: T;
  onChoose: (value: T) => void;
}

/** A choice of one among a few, as a row of buttons. */
export function Choice<T extends string>(props: ChoiceProps<T>): ComponentChildren {
  return (
    <fieldset class="segments">
      <legend>{props.legend}</legend>
      {props.options.map(([value, text]) => (
        <label key={value}>
          <input
            type="radio"
            name={props.name}
            checked={props.chosen === value}
            onChange={() => props.onChoose(value)}
          />
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  );
}

interface CheckProps {
  text: string;
  isOn: boolean;
  isDisabled?: boolean;
  onChange: (isOn: boolean) => void;
}

/** A setting that is on or off. */
export function Check({ text, isOn, isDisabled, onChange }: CheckProps): ComponentChildren {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={isOn}
        disabled={isDisabled ?? false}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span>{text}</span>
    </label>
  );
}

/** Who wins. */
export function Verdict({ game, position }: { game: Game; position: Position }): ComponentChildren {
  const words = useWords();
  return (
    <p class="verdict">
      <Mark tone={tone(position)} />
      <span>{verdict(words, game, position, position.to_move, position.over)}</span>
    </p>
  );
}

/** Where the value comes from: in one word, and in a sentence. */
export function Origin({ game, position }: { game: Game; position: Position }): ComponentChildren {
  const words = useWords();
  const [word, text] = originWords(words, position, game);
  return (
    <p class="quiet">
      <span class={`tag status-${origin(position)}`}>{word}</span> {text}
    </p>
  );
}

/** Says that a search ended early, with a button for a longer one unless there is none. */
export function Interrupted({ onSearch }: { onSearch: (() => void) | null }): ComponentChildren {
  const words = useWords();
  return (
    <p class="quiet">
      {words.play.interrupted}{" "}
      {onSearch && (
        <button type="button" class="small" onClick={onSearch}>
          {words.play.searchLonger}
        </button>
      )}
    </p>
  );
}

/** Why the server refused what was entered. */
export function FieldError({ refusal, id }: { refusal: Refusal | null; id?: string }): ComponentChildren {
  const words = useWords();
  return (
    refusal && (
      <p class="field-error" id={id} role="alert">
        {refusal.said(words)}
      </p>
    )
  );
}

interface TableProps {
  label: string;
  columns: readonly string[];
  class?: string;
  /** The rows. */
  children: ComponentChildren;
}

/** A table that scrolls within its frame. */
export function Table(props: TableProps): ComponentChildren {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={props.label}>
      <table class={props.class}>
        <thead>
          <tr>
            {props.columns.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{props.children}</tbody>
      </table>
    </div>
  );
}
