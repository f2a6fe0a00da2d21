import { Form } from "@remix-run/react";
import type { Hold } from "../../../model/contracts/hold.ts";
import { Button, ButtonLink } from "../../../ui/button.tsx";

const TEXTS: Record<Hold, string> = {
  asked: "Invoices of this client are overdue. The next invoice waits until you say how to go on.",
  paused: "The invoices of this order are paused. When they go on, those that have waited are issued.",
};

/** Asks an admin how to go on with a client who does not pay. `path` is that of the order's invoices. */
export function HoldCard({ hold, path }: { hold: Hold; path: string }) {
  return (
    <section
      aria-label="Unpaid invoices"
      className="mb-6 rounded-xl border border-warning bg-warning-tint p-5 print:hidden"
    >
      <p className="mb-4">{TEXTS[hold]}</p>
      <Form method="post" action={path} className="flex flex-wrap gap-2">
        <Button type="submit" name="intent" value="continue" size="sm">
          Continue the invoices
        </Button>
        {hold === "asked" ? (
          <Button type="submit" name="intent" value="pause" variant="secondary" size="sm">
            Pause the invoices
          </Button>
        ) : null}
        <ButtonLink to={path.replace(/invoices$/, "cancel")} variant="secondary" size="sm">
          End the services
        </ButtonLink>
      </Form>
    </section>
  );
}
