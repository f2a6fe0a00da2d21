import { redirect } from "@remix-run/node";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import { contractPath, detailPath } from "../model/admin-paths.ts";
import { AdminHeading } from "../admin/admin-page.tsx";
import { published } from "../content/load.server.ts";
import { InvoiceManager, isManagerResult } from "../contracts/billing/invoices/invoice-manager.tsx";
import { unlistedMeta } from "../layout/seo.ts";
import { mayRole } from "../model/roles.ts";
import { dataReply } from "../submissions/form-action.server.ts";
import { useMay } from "../auth/session-client.ts";
import { Container } from "../ui/container.tsx";

export const meta: MetaFunction = ({ matches }) => unlistedMeta(matches, "Invoices");

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  await context.services.auth.requirePermission(request, "read-contracts");
  return published(await context.services.billing.invoices.load(params["id"]));
}

/** Changes an invoice or sends it again. What was done is told after a redirect, so that reloading does not repeat it. */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const { email, role } = await context.services.auth.requirePermission(request, "record-payments");
  const by = { by: email, mayChange: mayRole(role, "administer") };
  const answer = await context.services.billing.invoices.receive(request, params["id"], by);
  const { done, result } = answer.result;
  return done ? redirect(`${new URL(request.url).pathname}?result=${result}`, 303) : dataReply(answer);
}

export default function AdminContractInvoices() {
  const { id, client, ...page } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [search] = useSearchParams();
  const mayChange = useMay("administer");
  const done = search.get("result");
  return (
    <Container width="text" className="py-10 sm:py-14">
      <AdminHeading title="Invoices" intro={`The contract of ${client}`} />
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
        {["invoices", "payments"].map((name) => (
          <a key={name} href={`/admin/export/${name}.csv`} download className="ml-8 text-link">
            Export all {name}
          </a>
        ))}
      </p>
    </Container>
  );
}
