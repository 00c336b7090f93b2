import type { ComponentChildren } from "preact";
import type { Game, Position } from "../../engine/src/contract.ts";
import { bestMoves } from "../playing/hints.ts";
import { areValuesKnown, shortValue, sideName, spokenValue, tone } from "../words.ts";
import { Mark } from "./badge.tsx";
import { useLanguage, useWords } from "../words/context.ts";
import "./move-buttons.css";

export interface MoveButtonsProps {
  game: Game;
  position: Position;
  showsValues: boolean;
  /** Whether moves may be played here. */
  isOpen: boolean;
  onPlay: (move: string) => void;
}

/** Legal moves: best first with their values, or by name where values are hidden or unknown. */
export function MoveButtons(props: MoveButtonsProps): ComponentChildren {
  const words = useWords();
  const language = useLanguage();
  const { game, position, isOpen, onPlay } = props;
  const { moves } = position;
  const { list, sentences, values } = words;
  const showsValues = props.showsValues && areValuesKnown(moves);
  const compare = new Intl.Collator(language, { numeric: true }).compare;
  const listed = showsValues ? moves : moves.toSorted((a, b) => compare(a.move, b.move));
  const best = bestMoves(position);
  return (
    <>
      <ul class="chips">
        {listed.map((one) => {
          const isBest = best.includes(one.move);
          const title = `${one.move}: ${spokenValue(words, game, one)}`;
          return (
            <li key={one.move}>
              <button
                type="button"
                class={showsValues ? `chip tone-${tone(one)}` : "chip"}
                disabled={!isOpen}
                title={showsValues ? title : undefined}
                onClick={() => onPlay(one.move)}
              >
                {showsValues && <Mark tone={tone(one)} />}
                <span class="chip-move">{one.move}</span>
                {showsValues && (
                  <>
                    <span class="chip-value">{shortValue(one)}</span>
                    {isBest && <span aria-hidden="true">★</span>}{" "}
                    <span class="visually-hidden">
                      {list({
                        texts: isBest
                          ? [spokenValue(words, game, one), values.isBest]
                          : [spokenValue(words, game, one)],
                      })}
                    </span>
                  </>
                )}
              </button>
            </li>
          );
        })}
      </ul>
      {showsValues && (
        <p class="quiet">
          {sentences({
            texts: [
              values.for({ side: sideName(words, game, position.to_move) }),
              ...(best.length > 0 ? [values.star] : []),
            ],
          })}
        </p>
      )}
    </>
  );
}
