import type { ComponentChildren } from "preact";
import type { Refusal } from "../server.ts";
import { words } from "../words/languages.ts";

interface ProblemProps {
  refusal: Refusal;
  retry: () => void;
}

/** What went wrong, with a button to try again where that may help. */
export function Problem({ refusal, retry }: ProblemProps): ComponentChildren {
  return (
    <div class="problem" role="alert">
      <p>{refusal.message}</p>
      {refusal.mayPass && (
        <button type="button" onClick={retry}>
          {words().page.tryAgain}
        </button>
      )}
    </div>
  );
}
