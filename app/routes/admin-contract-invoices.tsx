import { redirect } from "@remix-run/node";
import { Link, useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import { AdminPage } from "../admin/admin-page.tsx";
import { guarded } from "../auth/guarded.server.ts";
import { useMay } from "../auth/session-client.ts";
import { published } from "../content/load.server.ts";
import { InvoiceManager, isDone, isManagerResult } from "../contracts/billing/invoices/invoice-manager.tsx";
import { accountPath, contractPath, detailPath, DONE_PARAM } from "../model/admin-paths.ts";
import { mayRole } from "../model/roles.ts";
import { ACCOUNT_EXPORTS } from "../model/tables.ts";
import { unlisted } from "../site/seo.ts";
import { dataReply } from "../submissions/form-action.server.ts";

export const meta = unlisted("Invoices");

export const loader = guarded("read-contracts", async ({ services, id }) =>
  published(await services.billing.invoices.load(id)),
);

/** Changes an invoice or sends it again. What was done is told after a redirect, so that reloading does not repeat it. */
export const action = guarded("record-payments", async ({ services, request, url, id, staff }) => {
  const by = { by: staff.email, mayChange: mayRole(staff.role, "administer") };
  const answer = await services.billing.invoices.receive(request, id, by);
  const { result } = answer.result;
  return isDone(result) ? redirect(`${url.pathname}?${DONE_PARAM}=${result}`, 303) : dataReply(answer);
});

export { keepForm as clientAction } from "../platform/http/keep-form.ts";

export default function AdminContractInvoices() {
  const { id, client, ...page } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [search] = useSearchParams();
  const mayChange = useMay("administer");
  const done = search.get(DONE_PARAM);
  return (
    <AdminPage width="text" title="Invoices" intro={`The contract of ${client}`}>
      <InvoiceManager
        {...page}
        path={contractPath(id, "invoices")}
        result={answer?.result ?? (isManagerResult(done) ? done : null)}
        refused={answer?.refused ?? null}
        mayChange={mayChange}
      />
      <p className="mt-10">
        <Link to={detailPath("contracts", id)} className="text-link">
          View the contract
        </Link>
        {ACCOUNT_EXPORTS.map((name) => (
          <span key={name} className="ml-8 inline-block">
            <a href={accountPath(name, "csv")} download className="text-link">
              Export all {name}
            </a>{" "}
            (
            <a
              href={accountPath(name, "xlsx")}
              download
              aria-label={`Export all ${name} for Excel`}
              className="text-link"
            >
              Excel
            </a>
            )
          </span>
        ))}
      </p>
    </AdminPage>
  );
}
