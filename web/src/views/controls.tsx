import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";

interface ControlsProps {
  canUndo: boolean;
  canRedo: boolean;
  showsValues: boolean;
  onUndo: () => void;
  onRedo: () => void;
  onNew: () => void;
  onValues: () => void;
  onSetup: () => void;
  children: ComponentChildren;
}

/** The buttons below the board. */
export function Controls(props: ControlsProps): ComponentChildren {
  return (
    <div class="controls" role="group" aria-label="Game">
      {props.children}
      <button type="button" onClick={props.onUndo} disabled={!props.canUndo} title="Undo (u)">
        <Arrow turn="back" /> Undo
      </button>
      <button type="button" onClick={props.onRedo} disabled={!props.canRedo} title="Redo (r)">
        <Arrow turn="forth" /> Redo
      </button>
      <button type="button" onClick={props.onNew} title="New game (n)">
        New game
      </button>
      <button type="button" aria-pressed={props.showsValues} onClick={props.onValues} title="Values (v)">
        Values
      </button>
      <button type="button" onClick={props.onSetup}>
        Set up
      </button>
      <CopyLink />
    </div>
  );
}

function Arrow({ turn }: { turn: "back" | "forth" }): ComponentChildren {
  return (
    <svg class="arrow" viewBox="0 0 20 20" aria-hidden="true">
      <path d={turn === "back" ? "M8 4 3 9l5 5M3.5 9H12a5 5 0 0 1 0 10" : "M12 4l5 5-5 5M16.500 9H8a5 5 0 0 0 0 10"} />
    </svg>
  );
}

function CopyLink(): ComponentChildren {
  const [said, setSaid] = useState("");
  useEffect(() => {
    if (said === "") return;
    const timer = setTimeout(() => setSaid(""), 2500);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(location.href);
      setSaid("Link copied");
    } catch {
      setSaid("Copy the address above");
    }
  };
  return (
    <button type="button" onClick={() => void copy()}>
      <span aria-live="polite">{said === "" ? "Copy link" : said}</span>
    </button>
  );
}
