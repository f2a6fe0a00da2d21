import { PrefetchPageLinks, useFetcher } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useTexts } from "../../content/use-texts.ts";
import { isEmailAddress } from "../../model/email-address.ts";
import { FormStatus } from "../../ui/form-status.tsx";
import { NEWSLETTER, NEWSLETTER_TEXTS, newsletterFailureText } from "./messages.ts";
import { NEWSLETTER_ACTION, type SubscribeResult } from "./sign-up.ts";

interface FooterReplyProps {
  /** What was submitted; a new object each time, null before. */
  posted: FormData | null;
  /** Whether the address was edited since. */
  isEdited: boolean;
  onSubscribed: (isSubscribed: true) => void;
}

const hasEmail = (form: FormData) => isEmailAddress(String(form.get("email")));

/** Sends the footer's form and says what came of it, in its place. */
export function FooterReply({ posted, isEdited, onSubscribed }: FooterReplyProps) {
  const texts = useTexts(NEWSLETTER);
  const { data, state, submit } = useFetcher();
  const result = data as SubscribeResult | undefined;
  const isSubscribed = result?.status === "subscribed";
  const sent = useRef<FormData | null>(null);
  useEffect(() => {
    if (!posted || posted === sent.current || !hasEmail(posted)) return;
    sent.current = posted;
    submit(posted, { method: "post", action: NEWSLETTER_ACTION });
  }, [posted, submit]);
  useEffect(() => {
    if (isSubscribed) onSubscribed(true);
  }, [isSubscribed, onSubscribed]);

  function problem(): string | null {
    const wrong = isEdited ? null : NEWSLETTER_TEXTS.emailInvalid;
    if (posted && !hasEmail(posted)) return wrong;
    if (state !== "idle" || !result || isSubscribed) return null;
    return result.status === "failed" ? newsletterFailureText(result.code) : wrong;
  }
  return (
    <>
      {/* Loads the route's code now: Remix reloads the page when it cannot load it later, as when the visitor is offline. */}
      {isSubscribed ? null : <PrefetchPageLinks page={NEWSLETTER_ACTION} />}
      <FormStatus tone="success" focused>
        {isSubscribed ? texts.thanks : null}
      </FormStatus>
      <FormStatus tone="error" attempt={posted} className="mt-3 text-sm">
        {problem()}
      </FormStatus>
    </>
  );
}
