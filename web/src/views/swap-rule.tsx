import type { ComponentChildren } from "preact";
import type { Game, Position } from "../../engine/src/contract.ts";
import type { GameView } from "../game-view.ts";
import type { Route } from "../route.ts";
import { SWAP, hasSwapRule, isSwapOpen, isSwapped, swapChoice } from "../swap.ts";
import { sideName } from "../words.ts";
import { Check } from "./parts.tsx";
import type { Words } from "../words/catalogue.ts";
import { useWords } from "../words/context.ts";

/** Who wins under the swap rule while colours are open; null where they are settled, or without the rule. */
export function swapVerdict(words: Words, game: Game, route: Route, position: Position): string | null {
  if (!hasSwapRule(game, route)) return null;
  const { swap } = words;
  if (position.moves_played.length === 0) return swap.start;
  if (!isSwapOpen(game, route, position)) return null;
  const side = sideName(words, game, "first");
  const choice = swapChoice(position);
  return choice === "swap" ? swap.take({ side }) : choice === "stay" ? swap.leave({ side }) : swap.unknown;
}

/** The setting of the swap rule, and what it means for the position. */
export function SwapRule({
  game,
  route,
  go,
  settings,
  position,
}: GameView & { position: Position | null }): ComponentChildren {
  const words = useWords();
  const { swap } = words;
  const isOn = hasSwapRule(game, route);
  const change = (hasSwap: boolean): void => {
    // Without the rule there is no swap in the line.
    const moves = !hasSwap && route.moves[1] === SWAP ? route.moves.slice(0, 1) : route.moves;
    go({ hasSwap, moves, at: Math.min(route.at, moves.length) }, "replace");
  };
  const verdict = position && settings.showsValues ? swapVerdict(words, game, route, position) : null;
  const texts = [
    ...(route.at < 2 ? [swap.about] : []),
    ...(isSwapped(route.moves, route.at) ? [swap.exchanged] : []),
    ...(verdict === null ? [] : [verdict]),
  ];
  return (
    <div class="swap-rule">
      <Check text={swap.rule} isOn={isOn} isDisabled={route.from !== "-"} onChange={change} />
      {isOn && texts.length > 0 && <p class="quiet">{words.sentences({ texts })}</p>}
    </div>
  );
}
