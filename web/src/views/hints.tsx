import type { ComponentChildren } from "preact";
import type { Game, Position } from "../../engine/src/contract.ts";
import { type HintStep, estimatedBest, isEveryMoveKnown, keepingMoves } from "../playing/hints.ts";
import { marginOf, moveInSentence, pliesOf, signed } from "../words.ts";
import type { Words } from "../words/catalogue.ts";
import { useWords } from "../words/context.ts";

interface HintsProps {
  game: Game;
  position: Position;
  step: HintStep;
}

/** The hints given so far, each below the one before it. */
export function Hints({ game, position, step }: HintsProps): ComponentChildren {
  const words = useWords();
  return (
    <div class="hints">
      {hintTexts(words, game, position, step).map((text) => (
        <p key={text}>{text}</p>
      ))}
    </div>
  );
}

function hintTexts(words: Words, game: Game, position: Position, step: HintStep): string[] {
  const { hints } = words;
  const { value } = position;
  if (step === 0) return [];
  if (value === null) {
    const best = step >= 2 ? estimatedBest(position) : null;
    return [
      hints.unknown,
      ...(best ? [hints.estimate({ move: moveInSentence(words, game, best.move), value: signed(best.estimate) })] : []),
    ];
  }
  const result = { margin: marginOf(game, value), plies: pliesOf(position) };
  const texts = [value > 0 ? hints.canWin(result) : value < 0 ? hints.loses(result) : hints.canDraw];
  if (step >= 2) {
    const moves = keepingMoves(position);
    const isAny = moves.length === position.moves.length;
    const keeping = { count: moves.length, moves: moves.map((move) => moveInSentence(words, game, move)) };
    if (isAny) texts.push(hints.anyKeeps);
    else texts.push(isEveryMoveKnown(position) ? hints.keep(keeping) : hints.knownToKeep(keeping));
  }
  if (step === 3 && position.best_move !== null)
    texts.push(hints.best({ move: moveInSentence(words, game, position.best_move) }));
  return texts;
}
