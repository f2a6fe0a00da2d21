import { useLocation } from "@remix-run/react";
import { useState, type FormEvent } from "react";
import { textField, useEditable } from "../../content/editable.ts";
import { useTexts } from "../../content/use-texts.ts";
import { SHORT_TEXT } from "../../model/text-lengths.ts";
import SIGN_UP from "../../model/texts/sign-up.json" with { type: "json" };
import { SpamInputs } from "../../submissions/spam/spam-inputs.tsx";
import { Button } from "../../ui/button.tsx";
import { lazyModule } from "../../ui/lazy-module.ts";
import { NEWSLETTER_ACTION } from "./sign-up.ts";

/** Pages without the form: it would stand there twice. */
const WITHOUT_FORM = /^\/(newsletter|unsubscribe)(\/|$)/;

const loadReply = lazyModule(() => import("./footer-reply.tsx"));

/**
 * The newsletter form in the footer. What answers it in place is loaded when it gets the focus, so every page loads no more than its
 * fields; until then, and without scripts, the browser posts it to the page that shows the result. `token` is the form token of
 * the page: one of its own would cost every page its script.
 */
export function FooterForm({ token }: { token: string }) {
  const { pathname } = useLocation();
  const texts = useTexts(SIGN_UP);
  const edit = useEditable();
  const [reply, setReply] = useState<Awaited<ReturnType<typeof loadReply>>>();
  const [posted, setPosted] = useState<FormData | null>(null);
  const [isEdited, setEdited] = useState(false);
  const [isSubscribed, setSubscribed] = useState(false);
  function submit(event: FormEvent<HTMLFormElement>) {
    if (!reply) return;
    event.preventDefault();
    setPosted(new FormData(event.currentTarget));
    setEdited(false);
  }
  if (WITHOUT_FORM.test(pathname)) return null;
  return (
    <div className="max-w-md">
      {isSubscribed ? null : (
        <form
          method="post"
          action={NEWSLETTER_ACTION}
          noValidate
          onFocus={() => void loadReply().then(setReply, () => {})}
          onInput={() => setEdited(true)}
          onSubmit={submit}
        >
          <label
            {...edit(textField(SIGN_UP, "heading"))}
            htmlFor="newsletter-footer"
            className="mb-2 block text-sm font-semibold text-ink"
          >
            {texts.heading}
          </label>
          <div className="flex flex-wrap gap-3">
            <input
              id="newsletter-footer"
              name="email"
              type="email"
              autoComplete="email"
              aria-required
              maxLength={SHORT_TEXT}
              placeholder={texts.email}
              aria-describedby="newsletter-footer-note"
              className="control min-w-0 flex-1 basis-48"
            />
            <Button {...edit(textField(SIGN_UP, "subscribe"))} type="submit" variant="secondary">
              {texts.subscribe}
            </Button>
          </div>
          <input type="hidden" name="source" value="footer" />
          <SpamInputs token={token} />
          <p
            {...edit(textField(SIGN_UP, "privacy"))}
            id="newsletter-footer-note"
            className="mt-2 text-xs text-ink-faint"
          >
            {texts.privacy}
          </p>
        </form>
      )}
      {reply ? <reply.FooterReply posted={posted} isEdited={isEdited} onSubscribed={setSubscribed} /> : null}
    </div>
  );
}
