import type { ComponentChildren } from "preact";
import type { Game, Side } from "../../engine/src/contract.ts";
import { shownTime } from "../playing/clock.ts";
import type { RunningClock } from "../playing/use-clock.ts";
import { sideName } from "../words.ts";
import { useWords } from "../words/context.ts";
import "./clocks.css";

/** The time that each side has left. */
export function Clocks({ game, clock }: { game: Game; clock: RunningClock }): ComponentChildren {
  const words = useWords();
  return (
    <div class="clocks">
      {(["first", "second"] as Side[]).map((side) => {
        const time = shownTime(clock.left(side));
        const state = clock.fallen === side ? " fallen" : clock.running === side ? " running" : "";
        return (
          <span
            key={side}
            class={`clock${state}`}
            role="timer"
            aria-label={words.clock.left({ side: sideName(words, game, side), time })}
          >
            <span aria-hidden="true">{time}</span>
          </span>
        );
      })}
    </div>
  );
}
