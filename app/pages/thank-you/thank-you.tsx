import { useEffect, useRef, type ReactNode } from "react";
import { useEditable, textField } from "../../content/editable.ts";
import { useTexts } from "../../content/use-texts.ts";
import CONTACT_TEXTS from "../../model/texts/contact-form.json" with { type: "json" };
import THANK_YOU from "../../model/texts/thank-you.json" with { type: "json" };
import { THANKS, type SentKind } from "../../model/thanks.ts";
import { HarbourChart } from "../../site/drawings.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { Container } from "../../ui/container.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { rememberSent } from "../../ui/sent-form.ts";

/** What this browser has sent. */
interface Sent {
  kind: SentKind;
  reference: string;
  /** Path of the order's page; null for other forms. */
  order: string | null;
  /** Of an order: paid by card. */
  isPaid: boolean;
}

interface ThankYouProps {
  /** Null for everybody else, who reads only what is true for everyone. */
  sent: Sent | null;
  /** What was paid or is due for an order. */
  children?: ReactNode;
}

/** Which text says what happens next. */
const NEXT = { order: "ordered", questionnaire: "received", message: "message" } as const;

/** The page after a submission. */
export function ThankYou({ sent, children }: ThankYouProps) {
  const texts = useTexts(THANK_YOU);
  const thanks = { ...THANKS, message: useTexts(CONTACT_TEXTS).sent };
  const edit = useEditable();
  const heading = useRef<HTMLHeadingElement>(null);
  const reference = sent?.reference;
  // An order leads here by a new document, where nothing has the focus.
  useEffect(() => {
    if (reference && document.activeElement === document.body)
      heading.current?.focus({ preventScroll: true });
  }, [reference]);
  // A form that was posted without scripts remembers nothing itself.
  useEffect(() => {
    if (sent) rememberSent(sent.kind, sent);
  }, [sent]);
  return (
    <div className="relative isolate -mt-(--bar-height) overflow-hidden">
      <HarbourChart />
      <Container className="flex min-h-[44rem] flex-col justify-center py-32">
        <h1
          ref={heading}
          tabIndex={-1}
          className="tight max-w-[18ch] text-4xl outline-none"
          {...edit(textField(THANK_YOU, "heading"))}
        >
          {texts.heading}
        </h1>
        {sent ? (
          <>
            <p className="mt-6 max-w-[52ch] text-lg text-ink-soft">{thanks[sent.kind]}</p>
            {children}
            <Reference reference={sent.reference} />
            <h2 className="mt-10 text-xl" {...edit(textField(THANK_YOU, "next"))}>
              {texts.next}
            </h2>
            <p className="mt-2 max-w-[52ch] text-ink-soft" {...edit(textField(THANK_YOU, NEXT[sent.kind]))}>
              {texts[NEXT[sent.kind]]}
            </p>
          </>
        ) : (
          <p className="mt-6 max-w-[52ch] text-lg text-ink-soft" {...edit(textField(THANK_YOU, "visited"))}>
            {texts.visited}
          </p>
        )}
        <div className="ways">
          {sent?.order ? (
            <ButtonLink to={sent.order} size="lg">
              {texts.confirmation}
            </ButtonLink>
          ) : null}
          <ButtonLink to="/" size="lg" variant={sent?.order ? "secondary" : "primary"}>
            {texts.home}
          </ButtonLink>
        </div>
      </Container>
    </div>
  );
}

function Reference({ reference }: { reference: string }) {
  const texts = useTexts(THANK_YOU);
  return (
    <div className="mt-8 flex flex-wrap items-end gap-x-8 gap-y-3 self-start rounded-xl border border-line bg-surface px-7 py-5">
      <dl>
        <dt className="text-sm text-ink-faint">{texts.reference}</dt>
        <dd className="figures mt-1 text-2xl font-semibold tracking-wide">{reference}</dd>
      </dl>
      <CopyButton text={reference} what="reference number" />
    </div>
  );
}
