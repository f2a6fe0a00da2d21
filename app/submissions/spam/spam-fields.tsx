import { useContext, useEffect, useRef, useState } from "react";
import { PageToken, FORM_TOKEN_PATH } from "./page-token.ts";
import { SpamInputs } from "./spam-inputs.tsx";

/**
 * Fetches a token with the current time, or with that of `previous`. Returns null when there is none; the form then keeps
 * its token.
 */
async function fetchFormToken(previous: string | null): Promise<string | null> {
  const query = previous === null ? "" : `?${new URLSearchParams({ after: previous })}`;
  try {
    const response = await fetch(FORM_TOKEN_PATH + query, { signal: AbortSignal.timeout(10_000) });
    const token = await response.text();
    // A proxy's page with status 200 is no token.
    return response.ok && /^begun-[\w-]{1,60}$/.test(token) ? token : null;
  } catch {
    return null;
  }
}

/**
 * The spam fields of a public form: one that only programs fill in, and the form token. The token is replaced when the form
 * gets the focus, and when the form is changed after it was sent, because a token is for one submission. Without scripts the
 * page's token is posted.
 */
export function SpamFields() {
  const [token, setToken] = useState(useContext(PageToken));
  const field = useRef<HTMLInputElement>(null);

  useEffect(() => {
    const form = field.current?.form;
    if (!form) return;
    let current: string | null = null;
    const renew = () =>
      void fetchFormToken(current).then((fresh) => {
        if (fresh) setToken((current = fresh));
      });
    const sent = () => form.addEventListener("input", renew, { once: true });
    form.addEventListener("focusin", renew, { once: true });
    form.addEventListener("submit", sent);
    if (form.contains(document.activeElement)) form.dispatchEvent(new FocusEvent("focusin"));
    return () => {
      form.removeEventListener("focusin", renew);
      form.removeEventListener("submit", sent);
      form.removeEventListener("input", renew);
    };
  }, []);

  return <SpamInputs token={token} field={field} />;
}
