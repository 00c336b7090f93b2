import type { ComponentChildren } from "preact";
import type { Refusal } from "../server.ts";
import { useWords } from "../words/context.ts";
import "./problem.css";

interface ProblemProps {
  refusal: Refusal;
  retry: () => void;
}

/** What went wrong, with a button to try again where that may help. */
export function Problem({ refusal, retry }: ProblemProps): ComponentChildren {
  const words = useWords();
  return (
    <div class="problem" role="alert">
      <p>{refusal.said(words)}</p>
      {refusal.mayPass && (
        <button type="button" onClick={retry}>
          {words.page.tryAgain}
        </button>
      )}
    </div>
  );
}
