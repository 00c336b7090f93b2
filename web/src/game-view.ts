/** What every view of a game is given. */

import type { Game, SearchScope } from "../engine/src/contract.ts";
import type { Go } from "./navigation.ts";
import type { Route, View } from "./route.ts";
import type { Line } from "./server.ts";
import type { Change, Settings } from "./settings.ts";

export interface GameView {
  game: Game;
  route: Route;
  /** The moves made up to the position that is shown. */
  line: Line;
  search: SearchScope;
  go: Go;
  settings: Settings;
  change: Change;
  /** Goes to a line that was read, and says what its reader left out or assumed. */
  take: (read: Line, notes: readonly string[], view: View) => void;
}

/** What the person can do in a game; null where it cannot be done. */
export interface Commands {
  play: (move: string) => void;
  undo: (() => void) | null;
  redo: (() => void) | null;
  renew: () => void;
  toggleValues: () => void;
  hint: (() => void) | null;
  flip: (() => void) | null;
  /** Takes back the move that is remarked on. */
  takeBack: () => void;
}
