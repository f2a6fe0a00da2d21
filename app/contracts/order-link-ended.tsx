import { Form } from "@remix-run/react";
import { Button } from "../ui/button.tsx";
import { FormStatus } from "../ui/form-status.tsx";

/** What became of asking for a new link. */
export type LinkOutcome = "sent" | "too-many" | "failed";

/** The same for every link, whether it leads to an order or not. */
const TEXTS: Record<LinkOutcome, string> = {
  sent: "If this link belongs to an order, a new one is on its way to the email address of that order.",
  "too-many": "Too many links were asked for from your connection. Please try again in a few minutes.",
  failed: "We could not send a new link right now. Please try again in a moment.",
};

interface OrderLinkEndedProps {
  email: string | null;
  /** What was answered last; a new object for every attempt, so that it is read again. */
  answer: { outcome: LinkOutcome } | undefined;
  busy: boolean;
}

/** What stands behind an order's link that has ended: how to get a new one. */
export function OrderLinkEnded({ email, answer, busy }: OrderLinkEndedProps) {
  const sent = answer?.outcome === "sent";
  return (
    <div className="max-w-2xl">
      <p className="text-lg">
        For your privacy, links to an order end 90 days after the last change to it. Your order itself is safe
        with us.
      </p>
      <Form method="post" className="mt-6">
        <p>We can send a new link to the email address that the order was placed with.</p>
        <FormStatus tone={sent ? "success" : "error"} attempt={answer} className="mt-4">
          {answer ? TEXTS[answer.outcome] : null}
        </FormStatus>
        <Button type="submit" className="mt-4" aria-disabled={busy}>
          {busy ? "Sending…" : "Email me a new link"}
        </Button>
      </Form>
      {email ? (
        <p className="mt-6">
          You no longer have that address? Write to us at{" "}
          <a href={`mailto:${email}`} className="font-semibold text-accent underline underline-offset-4">
            {email}
          </a>
          .
        </p>
      ) : null}
    </div>
  );
}
