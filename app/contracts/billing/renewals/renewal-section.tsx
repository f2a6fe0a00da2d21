import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { type CalendarDate } from "../../../model/contracts/billing-dates.ts";
import type { ServiceEnd } from "../../../model/contracts/cancellation.ts";
import { nameOfCard } from "../../../model/contracts/card.ts";
import type { DeclinedRenewal } from "../../../model/contracts/declined.ts";
import { frequencyTerms } from "../../../model/contracts/frequency.ts";
import { HOLD_TEXTS, ON_HOLD } from "../../../model/contracts/hold.ts";
import { formatCents } from "../../../model/contracts/money.ts";
import type { Renewal } from "../../../model/contracts/renewals.ts";
import { formatDate } from "../../../model/format.ts";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { FormStatus } from "../../../ui/form-status.tsx";
import { ORDER_CHANGES, type OrderChange, type OrderIntent, type RenewalView } from "./renewal-view.ts";
import { OwedInvoices, ServiceEndList } from "./service-end-list.tsx";

function Day({ date }: { date: CalendarDate }) {
  return <time dateTime={date}>{formatDate(date)}</time>;
}

function NextPayment({ renewal, byCard, card }: { renewal: Renewal } & Pick<RenewalView, "byCard" | "card">) {
  const { frequency, amountCents, lastAmountCents, date } = renewal;
  return (
    <li className="border-b border-line py-2 last:border-b-0">
      <span className="flex justify-between gap-6">
        <span>
          <Day date={date} />
          <span className="block text-sm text-ink-faint">
            {byCard ? (card ? `Charged to your ${nameOfCard(card)}` : "Charged to your card") : "By invoice"},{" "}
            {frequencyTerms[frequency].every}
          </span>
        </span>
        <span className="figures">{formatCents(amountCents)}</span>
      </span>
      {lastAmountCents === null ? null : (
        <span className="block text-sm text-ink-faint">
          The period before was {formatCents(lastAmountCents)}, after a coupon.
        </span>
      )}
    </li>
  );
}

function Action({ intent, busy, children }: { intent: OrderIntent; busy: boolean; children: ReactNode }) {
  return (
    // A full load: the card is updated on another site.
    <Form method="post" reloadDocument={intent === "card"} preventScrollReset>
      <input type="hidden" name="intent" value={intent} />
      <Button type="submit" variant={intent === "cancel" ? "danger" : "secondary"} aria-disabled={busy}>
        {children}
      </Button>
    </Form>
  );
}

/** When each of the services ends, if they are cancelled now. */
function Ends({ ends, byCard }: { ends: readonly ServiceEnd[]; byCard: boolean }) {
  return (
    <>
      <p>
        Each service goes on to the day below, and nothing more is {byCard ? "charged" : "invoiced"}. You can
        change your mind until the first one ends.
      </p>
      <ServiceEndList ends={ends} />
    </>
  );
}

interface CancelProps extends Pick<RenewalView, "byCard" | "owed"> {
  cancelling: NonNullable<RenewalView["cancelling"]>;
  busy: boolean;
}

function Cancel({ cancelling, byCard, owed, busy }: CancelProps) {
  const isOneEnd = new Set(cancelling.ends.map(({ lastDay }) => lastDay)).size < 2;
  return (
    <details>
      <summary className={buttonClass({ variant: "secondary" }, "cursor-pointer list-none")}>
        Cancel my services
      </summary>
      <div className="mt-4 rounded-xl border border-edge p-5">
        {cancelling.atOnce ? (
          <>
            <p>
              The last renewal was not paid, so its services end today.
              {isOneEnd ? "" : " What is paid ahead goes on to the end of its period."} Nothing more is
              charged.
            </p>
            <ServiceEndList ends={cancelling.ends} />
          </>
        ) : (
          <Ends ends={cancelling.ends} byCard={byCard} />
        )}
        <OwedInvoices owed={owed} />
        <div className="mt-4">
          <Action intent="cancel" busy={busy}>
            Yes, cancel my services
          </Action>
        </div>
      </div>
    </details>
  );
}

interface CancelledProps extends Pick<RenewalView, "owed"> {
  cancelled: NonNullable<RenewalView["cancelled"]>;
  busy: boolean;
}

function Cancelled({ cancelled, owed, busy }: CancelledProps) {
  const { ends, ended, undelivered, confirmed, canRevoke } = cancelled;
  const isOver = ended && ends.every((end) => end.isOver);
  return (
    <>
      <div>
        <p>
          {isOver ? "Cancelled. Your services have ended." : "Cancelled. None of your services renews."}
          {confirmed ? "" : " We confirm this by email as soon as our payment provider answers."}
        </p>
        <ServiceEndList ends={ends} />
        {undelivered.map((text) => (
          <p key={text} className="mt-2">
            {text}
          </p>
        ))}
        <OwedInvoices owed={owed} />
      </div>
      {canRevoke ? (
        <Action intent="keep" busy={busy}>
          Keep my services
        </Action>
      ) : null}
    </>
  );
}

/** What became of a renewal that was declined, and what its client can do. */
function Declined({ renewal, canChangeCard }: { renewal: DeclinedRenewal; canChangeCard: boolean }) {
  const { amountCents, nextTryOn, endsOn, confirmUrl } = renewal;
  const what = amountCents > 0 ? `, and ${formatCents(amountCents)} is still to pay` : "";
  const next =
    nextTryOn === undefined
      ? " We try again in a few days"
      : nextTryOn
        ? ` We try again on ${formatDate(nextTryOn)}`
        : "";
  const end = nextTryOn && endsOn ? ` If it stays unpaid, its services end by ${formatDate(endsOn)}.` : "";
  return (
    <div className="rounded-md border-l-4 border-danger bg-danger-tint px-5 py-4 font-medium text-danger">
      <p>
        {confirmUrl
          ? `Your bank wants you to confirm the last renewal${what}.`
          : `Your card was declined for the last renewal${what}.`}
        {next}
        {canChangeCard && next ? "; please update your card." : next ? "." : ""}
        {end}
      </p>
      {confirmUrl ? (
        <p className="mt-2">
          <a href={confirmUrl} className="underline print:hidden">
            Confirm the payment of {formatCents(amountCents)}
          </a>
        </p>
      ) : null}
    </div>
  );
}

interface RenewalSectionProps {
  renewal: RenewalView;
  /** The result of the last change; a new object for every attempt, so that it is announced again. */
  answer: { change: OrderChange } | undefined;
  busy: boolean;
}

/** What renews, when and for how much, and how to end it. Works without scripts. */
export function RenewalSection({ renewal, answer, busy }: RenewalSectionProps) {
  const { renewals, hold, byCard, card, declined, cancelling, cancelled, owed, canChangeCard } = renewal;
  const said = answer && ORDER_CHANGES[answer.change];
  return (
    <div>
      <FormStatus tone={said?.tone ?? "info"} attempt={answer} focused={!!said} className="mb-5">
        {said?.text}
      </FormStatus>
      <div className="grid gap-5">
        {declined.map((one) => (
          <Declined key={one.id} renewal={one} canChangeCard={canChangeCard} />
        ))}
        {renewals.length > 0 ? (
          <ul>
            {renewals.map((one) => (
              <NextPayment key={one.frequency} renewal={one} byCard={byCard} card={card} />
            ))}
          </ul>
        ) : null}
        {hold ? <p>{`${ON_HOLD.label}: ${ON_HOLD.value}. ${HOLD_TEXTS[hold]}`}</p> : null}
        {cancelled ? <Cancelled cancelled={cancelled} owed={owed} busy={busy} /> : null}
        <div className="flex flex-wrap items-start gap-4 print:hidden">
          {canChangeCard ? (
            <Action intent="card" busy={busy}>
              Update my card
            </Action>
          ) : null}
          {cancelling ? <Cancel cancelling={cancelling} byCard={byCard} owed={owed} busy={busy} /> : null}
        </div>
      </div>
    </div>
  );
}
