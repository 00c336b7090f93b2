import type { ComponentChildren } from "preact";
import type { Game, Position } from "../contract.ts";
import { mustPass } from "../play-alone.ts";
import type { Turn } from "../turns.ts";
import { other, sideName, originWords, verdict } from "../words.ts";

interface AnnouncementProps {
  game: Game;
  /** Null while the position is being searched. */
  position: Position | null;
  showsValues: boolean;
  turn: Turn;
}

/** What a screen reader says when the position changes. */
export function Announcement(props: AnnouncementProps): ComponentChildren {
  return (
    <p class="visually-hidden" aria-live="polite" data-testid="announcement">
      {props.position && words(props, props.position)}
    </p>
  );
}

function words({ game, showsValues, turn }: AnnouncementProps, position: Position): string {
  const sentences: string[] = [];
  const last = position.moves_played.at(-1);
  const mover = sideName(game, position.to_move);
  const opponent = sideName(game, other(position.to_move));
  if (last !== undefined) sentences.push(last === "pass" ? `${opponent} passes.` : `${opponent} played ${last}.`);
  const told = verdict(game, position, position.to_move, position.over);
  if (position.over) return [...sentences, `${told}.`].join(" ");
  sentences.push(`${mover} to move.`);
  if (turn === "person" && mustPass(position)) sentences.push(`${mover} has no other move than to pass.`);
  if (showsValues) {
    sentences.push(`${told}, ${originWords(position, game.artifact)[0]}.`);
    if (position.best_move !== null) sentences.push(`Best move ${position.best_move}.`);
  }
  return sentences.join(" ");
}
