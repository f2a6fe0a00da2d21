import { Form, Link, useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import { contractPath, detailPath } from "../../../model/admin-paths.ts";
import type { ServiceEnd } from "../../../model/contracts/cancellation.ts";
import { undeliveredText } from "../../../model/contracts/undelivered.ts";
import { Button, ButtonLink, whileBusy } from "../../../ui/button.tsx";
import { FormStatus } from "../../../ui/form-status.tsx";
import { ReloadLink } from "../../../ui/reload-link.tsx";
import type {
  CancellationIntent,
  CancellationOutcome,
  CancellationPage,
} from "./admin-cancellation.server.ts";
import { OwedInvoices, ServiceEndList } from "./service-end-list.tsx";

const PROBLEMS: Record<Exclude<CancellationOutcome, "done" | "missing">, string> = {
  conflict: "This contract was changed in the meantime, so nothing was done.",
  impossible: "This is not possible any more. Below you see how the contract stands.",
  unavailable: "Stripe or the content store did not answer. Nothing has changed. Please try again.",
};

interface CancellationFormProps {
  page: CancellationPage;
  problem: keyof typeof PROBLEMS | null;
}

/** Ends the recurring services of a contract, or takes that back. */
export function CancellationForm({ page, problem }: CancellationFormProps) {
  const { cancelled, ends } = page;
  return (
    <>
      <FormStatus tone="error" attempt={page.rev} className="mb-8">
        {problem ? (
          <>
            {PROBLEMS[problem]} <ReloadLink>Check it again</ReloadLink>
          </>
        ) : null}
      </FormStatus>
      {cancelled ? <Cancelled page={page} cancelled={cancelled} /> : null}
      {ends ? <Choices page={page} ends={ends} /> : null}
      {cancelled || ends ? null : <p>This contract has no services that go on.</p>}
      <p className="mt-10">
        <ButtonLink to={detailPath("contracts", page.id)} variant="secondary" size="sm">
          Back to the contract
        </ButtonLink>
      </p>
    </>
  );
}

interface ActionProps {
  page: CancellationPage;
  intent: CancellationIntent;
  children: ReactNode;
}

function Action({ page, intent, children }: ActionProps) {
  const busy = useNavigation().state !== "idle";
  return (
    <Form method="post">
      <input type="hidden" name="rev" value={page.rev} />
      <Button
        type="submit"
        name="intent"
        value={intent}
        variant={intent === "revoke" ? "primary" : "danger"}
        {...whileBusy(busy)}
      >
        {children}
      </Button>
    </Form>
  );
}

/** The refunds that the policy promises for the days after the end. */
function ToPayBack({ page: { id, undelivered } }: { page: CancellationPage }) {
  if (undelivered.length === 0) return null;
  return (
    <div className="mb-4 text-ink-soft">
      <p>The policy promises a refund in proportion for the days after that, which the email names:</p>
      <ul className="mt-2 list-disc pl-6">
        {undelivered.map((row) => (
          <li key={row.services}>{undeliveredText(row)}</li>
        ))}
      </ul>
      <p className="mt-2">
        <Link to={contractPath(id, "refund")}>Refund it</Link> afterwards, or credit it on an open invoice.
      </p>
    </div>
  );
}

function Choices({ page, ends }: { page: CancellationPage; ends: readonly ServiceEnd[] }) {
  const period = page.byCard ? "paid" : "invoiced";
  const stops = page.byCard ? "Stripe charges nothing after that." : "No invoice is issued after that.";
  return (
    <div className="grid gap-6">
      <section aria-labelledby="cancel-period" className="rounded-xl border border-line bg-surface p-5">
        <h2 id="cancel-period" className="mb-2 text-lg">
          At the end of the {period} period
        </h2>
        <div className="mb-4 text-ink-soft">
          <p>
            Each service goes on to the end of its period. {stops} It can be revoked until the first one ends,
            and the client gets an email.
          </p>
          <ServiceEndList ends={ends} />
          <OwedInvoices owed={page.owed} />
        </div>
        <Action page={page} intent="period-end">
          Cancel at the end of the period
        </Action>
      </section>
      <section aria-labelledby="cancel-now" className="rounded-xl border border-line bg-surface p-5">
        <h2 id="cancel-now" className="mb-2 text-lg">
          Now
        </h2>
        <p className="mb-4 text-ink-soft">
          The services end today, and that cannot be revoked. Nothing is refunded by itself, and open invoices
          stay open. The client gets an email.
        </p>
        <ToPayBack page={page} />
        <Action page={page} intent="now">
          Cancel now
        </Action>
      </section>
    </div>
  );
}

function Cancelled({
  page,
  cancelled,
}: {
  page: CancellationPage;
  cancelled: NonNullable<CancellationPage["cancelled"]>;
}) {
  const { by, ends, ended, confirmed, canRevoke } = cancelled;
  const isOver = ended && ends.every((end) => end.isOver);
  return (
    <>
      <div className="mb-4">
        <p>{isOver ? `Cancelled by ${by}. The services have ended.` : `Cancelled by ${by}. None renews.`}</p>
        <ServiceEndList ends={ends} />
        <OwedInvoices owed={page.owed} />
      </div>
      <ToPayBack page={page} />
      {confirmed ? null : (
        <p className="mb-4 text-warning">
          Stripe has not confirmed it yet. The site asks again every hour, and refunds what is charged
          meanwhile.
        </p>
      )}
      {canRevoke ? (
        <Action page={page} intent="revoke">
          Revoke the cancellation
        </Action>
      ) : null}
    </>
  );
}
