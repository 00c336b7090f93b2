import type { ComponentChildren } from "preact";
import { areaWords } from "../boards/go.ts";
import type { Game, Position, Side } from "../../engine/src/contract.ts";
import { isDrawn, passesAreForced, passesForLackOfMoves } from "../families.ts";
import { mustPass } from "../play-alone.ts";
import type { Route } from "../route.ts";
import { isSwapped } from "../swap.ts";
import type { Turn } from "../turns.ts";
import { other, sideName, timeUp, verdict } from "../words.ts";
import { swapVerdict } from "./swap-rule.tsx";
import type { Words } from "../words/catalogue.ts";
import { useWords } from "../words/context.ts";

interface AnnouncementProps {
  game: Game;
  /** Null while the position is being searched. */
  position: Position | null;
  showsValues: boolean;
  turn: Turn;
  route: Route;
  /** Whether the last move was the program's, and a guess. */
  wasGuess: boolean;
  /** The side whose time is up. */
  fallen: Side | null;
}

/** What a screen reader says when the position changes. */
export function Announcement(props: AnnouncementProps): ComponentChildren {
  const words = useWords();
  return (
    <p class="visually-hidden" aria-live="polite" data-testid="announcement">
      {props.position && sentenceOf(words, props, props.position)}
    </p>
  );
}

function sentenceOf(
  words: Words,
  { game, showsValues, turn, fallen, route, wasGuess }: AnnouncementProps,
  position: Position,
): string {
  const { announcement, play, sentence, sentences, swap } = words;
  const texts: string[] = [];
  const last = position.moves_played.at(-1);
  const mover = sideName(words, game, position.to_move);
  const opponent = sideName(words, game, other(position.to_move));
  const isExtraTurn = passesAreForced(game) && !passesForLackOfMoves(game);
  if (last !== undefined) {
    const isPass = last === "pass";
    if (isPass && isExtraTurn) texts.push(play.movesAgain({ side: mover }));
    else if (isPass) texts.push(announcement.passes({ side: opponent }));
    else texts.push(announcement.played({ side: opponent, move: last }));
  }
  if (isSwapped(route.moves, route.at) && route.at === 2) texts.push(swap.exchanged);
  if (wasGuess) texts.push(play.lastWasGuess);
  const open = swapVerdict(words, game, route, position);
  const value = verdict(words, game, position, position.to_move, position.over);
  const areas = isDrawn(game) ? areaWords(words, game, position) : [];
  if (position.over) return sentences({ texts: [...texts, sentence({ text: value }), ...areas] });
  if (turn === "time" && fallen) return sentences({ texts: [...texts, timeUp(words, game, fallen)] });
  if (isExtraTurn && mustPass(position)) return sentences({ texts: [...texts, play.movesAgain({ side: opponent })] });
  texts.push(play.toMove({ side: mover }));
  if (turn === "person" && mustPass(position)) texts.push(announcement.mustPass({ side: mover }));
  if (showsValues && open !== null) return sentences({ texts: [...texts, open] });
  if (showsValues) {
    texts.push(sentence({ text: value }));
    if (position.best_move !== null) texts.push(announcement.bestMove({ move: position.best_move }));
  }
  return sentences({ texts });
}
