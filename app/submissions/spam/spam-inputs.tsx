import type { Ref } from "react";
import { FORM_TOKEN, HONEYPOT } from "./page-token.ts";

/** The spam fields of a form whose token stays that of the page. Forms that get a token of their own have `SpamFields`. */
export function SpamInputs({ token, field }: { token: string; field?: Ref<HTMLInputElement> }) {
  return (
    // Off-screen rather than hidden: programs skip what is not displayed. Text browsers show the label.
    <div className="sr-only" aria-hidden="true">
      <input ref={field} type="hidden" name={FORM_TOKEN} value={token} />
      <label>
        Leave this field empty
        <input
          name={HONEYPOT}
          tabIndex={-1}
          autoComplete="off"
          data-1p-ignore=""
          data-bwignore=""
          data-lpignore="true"
          data-form-type="other"
        />
      </label>
    </div>
  );
}
