import type { ComponentChildren } from "preact";
import { Badge } from "../boards/badge.tsx";
import type { Change, Settings } from "../settings.ts";
import type { Tone } from "../words.ts";
import { Dialog } from "./dialog.tsx";

const KEYS: [string, string][] = [
  ["Tab", "to the board, then on to the buttons"],
  ["Arrow keys, Home, End", "from cell to cell"],
  ["Enter or Space", "play on the cell"],
  ["u", "undo"],
  ["r", "redo"],
  ["n", "new game"],
  ["v", "values on or off"],
  ["?", "this help"],
];

const BADGES: [Tone, string, string][] = [
  ["win", "+4", "a circle: the move wins"],
  ["draw", "0", "a square: the move draws"],
  ["loss", "\u22124", "a diamond: the move loses"],
  ["unknown", "?", "dashed: unknown"],
];

interface HelpProps {
  settings: Settings;
  change: Change;
  onClose: () => void;
}

export function Help({ settings, change, onClose }: HelpProps): ComponentChildren {
  return (
    <Dialog title="Help" onClose={onClose}>
      <h3>Values on the board</h3>
      <ul class="legend">
        {BADGES.map(([tone, text, words]) => (
          <li key={tone}>
            <svg viewBox="-50 -50 100 100" aria-hidden="true">
              <Badge tone={tone} text={text} isBest={false} />
            </svg>
            <span>{words}</span>
          </li>
        ))}
        <li>
          <svg viewBox="-50 -50 100 100" aria-hidden="true">
            <Badge tone="win" text="+4" isBest={true} />
          </svg>
          <span>a second ring: the canonical move, which Solveig plays</span>
        </li>
      </ul>
      <p class="quiet">
        Values are for the side that plays the move. ≥ and ≤ are bounds, which is all that a weak
        solution has.
      </p>
      <h3>Words</h3>
      <dl class="facts">
        <dt>stored</dt>
        <dd>in the artifact, the file of the solution; the view Region says whether this server checked it</dd>
        <dt>certificate</dt>
        <dd>a second file, with bounds for the moves that the artifact does not store; a checker needs less search with it</dd>
        <dt>searched</dt>
        <dd>found by an exact search of this server</dd>
        <dt>outside</dt>
        <dd>not in the artifact, and not found by a search</dd>
      </dl>
      <h3>Keys</h3>
      <dl class="facts keys">
        {KEYS.map(([key, words]) => [
          <dt key={key}>
            <kbd>{key}</kbd>
          </dt>,
          <dd key={words}>{words}</dd>,
        ])}
      </dl>
      <label class="check">
        <input
          type="checkbox"
          checked={settings.hasShortcuts}
          onChange={(event) => change({ hasShortcuts: event.currentTarget.checked })}
        />
        <span>Single letters are commands</span>
      </label>
      <p class="quiet">
        For scripts there is an <a href="docs">API with its documentation</a>.
      </p>
    </Dialog>
  );
}
