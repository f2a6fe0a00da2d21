import { useActionData, useLoaderData } from "@remix-run/react";
import { AdminPage } from "../admin/admin-page.tsx";
import { SentEmails } from "../admin/sent-emails.tsx";
import { guarded } from "../auth/guarded.server.ts";
import { published } from "../content/load.server.ts";
import { detailPath } from "../model/admin-paths.ts";
import { receiveForm, reply } from "../platform/http/receive-form.server.ts";
import { unlisted } from "../site/seo.ts";
import { dataReply } from "../submissions/form-action.server.ts";
import { ButtonLink } from "../ui/button.tsx";
import { FormStatus } from "../ui/form-status.tsx";

export const meta = unlisted("Emails of a contract");

export const loader = guarded("administer", async ({ services, id }) =>
  published(await services.billing.emails.load(id)),
);

/** Sends an email again. */
export const action = guarded("administer", async ({ services: { billing, log }, request, id, staff }) => {
  const answer = await receiveForm(request, { names: ["kind", "nonce"] }, async ({ form }) => {
    const kind = String(form.get("kind") ?? "");
    const outcome = await billing.emails.resend(id, kind, String(form.get("nonce") ?? ""));
    if (outcome === "missing") throw new Response("There is no such email.", { status: 404 });
    log.info({ id, kind, by: staff.email }, "email sent again");
    return reply({ outcome });
  });
  return dataReply(answer);
});

export { keepForm as clientAction } from "../platform/http/keep-form.ts";

export default function AdminContractEmails() {
  const view = useLoaderData<typeof loader>();
  const isSent = useActionData<typeof action>()?.outcome === "sent";
  return (
    <AdminPage width="text" title="Emails" intro={`The contract of ${view.client}`}>
      <FormStatus tone="success" attempt={view.nonce} className="mb-8">
        {isSent ? "The email is on its way to the client." : null}
      </FormStatus>
      <SentEmails {...view} />
      <nav aria-label="Contract" className="mt-10 border-t border-line pt-6">
        <ButtonLink to={detailPath("contracts", view.id)} variant="secondary" size="sm">
          View the contract
        </ButtonLink>
      </nav>
    </AdminPage>
  );
}
