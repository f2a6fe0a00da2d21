import { data, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { AdminPage } from "../admin/admin-page.tsx";
import { donePath } from "../admin/contract-done.tsx";
import { guarded } from "../auth/guarded.server.ts";
import { published } from "../content/load.server.ts";
import { RefundForm } from "../contracts/billing/refunds/refund-form.tsx";
import { throwReply } from "../platform/http/receive-form.server.ts";
import { unlisted } from "../site/seo.ts";

export const meta = unlisted("Refund");

export const loader = guarded("administer", async ({ services, id }) =>
  published(await services.billing.refunds.load(id).catch(throwReply)),
);

export const action = guarded("administer", async ({ services, request, id, staff }) => {
  const { result, ...init } = await services.billing.refunds.receive(request, id, staff.email);
  return result.status === "done" ? redirect(donePath(id, "refunded"), 303) : data(result, init);
});

export { keepForm as clientAction } from "../platform/http/keep-form.ts";

export default function AdminContractRefund() {
  const page = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <AdminPage width="text" title="Refund" intro={`The contract of ${page.client}`}>
      <RefundForm page={page} answer={answer} />
    </AdminPage>
  );
}
