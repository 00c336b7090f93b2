import type { ComponentChildren } from "preact";
import { useValuesAlong } from "../answers.ts";
import type { GameView } from "../game-view.ts";
import { hasSwapRule, valuesUnderSwap } from "../swap.ts";
import { ValueChart } from "./value-chart.tsx";
import { useWords } from "../words/context.ts";

const NONE: ReadonlyMap<number, string> = new Map();

/** The value after each move of the play so far, as far as it is known. Only where values are shown. */
export function ValueGraph({ game, route, go, settings }: GameView): ComponentChildren {
  const words = useWords();
  const isOn = settings.showsValues && route.moves.length > 0;
  const line = { from: route.from, moves: route.moves };
  const found = useValuesAlong(game, line, isOn);
  const values = hasSwapRule(game, route) ? valuesUnderSwap(found) : found;
  if (!isOn || values.every((value) => value === null)) return null;
  return (
    <section class="graph" aria-label={words.play.graph}>
      <h2>{words.play.graph}</h2>
      <ValueChart
        game={game}
        side="first"
        values={values}
        names={route.moves}
        mistakes={NONE}
        at={route.at}
        onJump={(at) => go({ at })}
      />
    </section>
  );
}
