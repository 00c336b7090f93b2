import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Commands } from "../game-view.ts";
import { useWords } from "../words/context.ts";
import "./controls.css";

interface ControlsProps {
  commands: Commands;
  showsValues: boolean;
  onSetup: () => void;
  children: ComponentChildren;
}

/** The buttons below the board. One that can do nothing now keeps the focus: it is disabled in name alone. */
export function Controls(props: ControlsProps): ComponentChildren {
  const { controls } = useWords();
  const { undo, redo, renew, hint, flip, toggleValues } = props.commands;
  const tip = (command: string, key: string): string => controls.withKey({ command, key });
  return (
    <div class="controls" role="group" aria-label={controls.label}>
      {props.children}
      <button type="button" onClick={undo ?? undefined} aria-disabled={!undo} title={tip(controls.undo, "u")}>
        <Arrow turn="back" /> {controls.undo}
      </button>
      <button type="button" onClick={redo ?? undefined} aria-disabled={!redo} title={tip(controls.redo, "r")}>
        <Arrow turn="forth" /> {controls.redo}
      </button>
      <button type="button" onClick={renew} title={tip(controls.newGame, "n")}>
        {controls.newGame}
      </button>
      <button type="button" onClick={hint ?? undefined} aria-disabled={!hint} title={tip(controls.hint, "h")}>
        {controls.hint}
      </button>
      <button type="button" aria-pressed={props.showsValues} onClick={toggleValues} title={tip(controls.values, "v")}>
        {controls.values}
      </button>
      {flip && (
        <button type="button" onClick={flip} title={tip(controls.flip, "f")}>
          {controls.flip}
        </button>
      )}
      <button type="button" onClick={props.onSetup}>
        {controls.setUp}
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
  const words = useWords();
  const [said, setSaid] = useState("");
  useEffect(() => {
    if (said === "") return;
    const timer = setTimeout(() => setSaid(""), 2500);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(location.href);
      setSaid(words.controls.linkCopied);
    } catch {
      setSaid(words.controls.copyAddress);
    }
  };
  return (
    <button type="button" onClick={() => void copy()}>
      <span aria-live="polite">{said === "" ? words.controls.copyLink : said}</span>
    </button>
  );
}
