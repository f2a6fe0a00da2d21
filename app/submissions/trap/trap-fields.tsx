import { useContext, useEffect, useRef, useState } from "react";
import { PageMark } from "./page-mark.ts";
import { HONEYPOT, MARK, MARK_ADDRESS } from "./trap-names.ts";

/** A mark of this moment, or of when the form was begun; null where there is none: the one that is there does. */
async function fetchMark(before: string | null): Promise<string | null> {
  const query = before === null ? "" : `?${new URLSearchParams({ after: before })}`;
  try {
    const response = await fetch(MARK_ADDRESS + query, { signal: AbortSignal.timeout(10_000) });
    const mark = await response.text();
    // A proxy's page with status 200 is none.
    return response.ok && /^begun-[\w-]{1,60}$/.test(mark) ? mark : null;
  } catch {
    return null;
  }
}

/**
 * What tells people from programs, inside a public form: a field that only a program fills, and a mark that is renewed when
 * somebody begins to fill in the form, and when it is changed after it was sent: a mark is for one submission. Without
 * scripts the page's mark is sent.
 */
export function TrapFields() {
  const [mark, setMark] = useState(useContext(PageMark));
  const field = useRef<HTMLInputElement>(null);

  useEffect(() => {
    const form = field.current?.form;
    if (!form) return;
    let begun: string | null = null;
    const renew = () =>
      void fetchMark(begun).then((fresh) => {
        if (fresh) setMark((begun = fresh));
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

  return (
    // Out of sight rather than absent: programs leave out what is not displayed. Text browsers show the label.
    <div className="sr-only" aria-hidden="true">
      <input ref={field} type="hidden" name={MARK} value={mark} readOnly />
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
