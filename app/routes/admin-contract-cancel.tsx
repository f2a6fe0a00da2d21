import { redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { AdminPage } from "../admin/admin-page.tsx";
import { donePath } from "../admin/contract-done.tsx";
import { guarded } from "../auth/guarded.server.ts";
import { published } from "../content/load.server.ts";
import {
  CANCELLATION_INTENTS,
  cancellationPage,
} from "../contracts/billing/renewals/admin-cancellation.server.ts";
import { CancellationForm } from "../contracts/billing/renewals/cancellation-form.tsx";
import { receiveForm, reply, throwReply } from "../platform/http/receive-form.server.ts";
import { unlisted } from "../site/seo.ts";
import { dataReply } from "../submissions/form-action.server.ts";

export const meta = unlisted("Cancel services");

export const loader = guarded("administer", async ({ services: { billing, clock }, id }) => {
  const contract = published(await billing.renewals.find(id).catch(throwReply));
  return cancellationPage(contract, clock());
});

const STATUS = { conflict: 409, impossible: 409, unavailable: 503 };

export const action = guarded("administer", async ({ services: { billing, log }, request, id, staff }) => {
  const answer = await receiveForm(request, { names: ["intent", "rev"] }, async ({ form }) => {
    const intent = CANCELLATION_INTENTS.find((known) => known === form.get("intent"));
    if (!intent) throw new Response("Unknown change.", { status: 400 });
    const change = { id, rev: String(form.get("rev") ?? ""), intent, by: staff.email };
    const outcome = await billing.renewals.changeCancellation(change);
    log.info({ contract: id, by: staff.email, intent, outcome }, "admin: cancellation");
    if (outcome === "done") throw redirect(donePath(id, intent), 303);
    if (outcome === "missing") throw new Response("There is no such contract.", { status: 404 });
    return reply({ outcome }, STATUS[outcome]);
  });
  return dataReply(answer);
});

export { keepForm as clientAction } from "../platform/http/keep-form.ts";

export default function AdminContractCancel() {
  const page = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>()?.outcome ?? null;
  return (
    <AdminPage width="text" title="Cancel services" intro={`The contract of ${page.client}`}>
      <CancellationForm page={page} problem={problem} />
    </AdminPage>
  );
}
