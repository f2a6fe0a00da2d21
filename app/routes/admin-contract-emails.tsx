import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { AdminHeading } from "../admin/admin-page.tsx";
import { detailPath } from "../model/admin-paths.ts";
import { SentEmails } from "../admin/sent-emails.tsx";
import { published } from "../content/load.server.ts";
import { unlistedMeta } from "../layout/seo.ts";
import { receiveForm, reply } from "../platform/http/receive-form.server.ts";
import { dataReply } from "../submissions/form-action.server.ts";
import { ButtonLink } from "../ui/button.tsx";
import { Container } from "../ui/container.tsx";
import { FormStatus } from "../ui/form-status.tsx";

export const meta: MetaFunction = ({ matches }) => unlistedMeta(matches, "Emails of a contract");

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  await context.services.auth.requirePermission(request, "administer");
  return published(await context.services.billing.emails.load(params["id"] ?? ""));
}

/** Sends an email again. */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const admin = await context.services.auth.requirePermission(request, "administer");
  const { billing, log } = context.services;
  const answer = await receiveForm(request, { names: ["kind", "nonce"] }, async ({ form }) => {
    const kind = String(form.get("kind") ?? "");
    const id = params["id"] ?? "";
    const outcome = await billing.emails.resend(id, kind, String(form.get("nonce") ?? ""));
    if (outcome === "missing") throw new Response("There is no such email.", { status: 404 });
    log.info({ id, kind, by: admin.email }, "email sent again");
    return reply({ outcome });
  });
  return dataReply(answer);
}

export default function AdminContractEmails() {
  const view = useLoaderData<typeof loader>();
  const isSent = useActionData<typeof action>()?.outcome === "sent";
  return (
    <Container width="text" className="py-10 sm:py-14">
      <AdminHeading title="Emails" intro={`The contract of ${view.client}`} />
      <FormStatus tone="success" attempt={view.nonce} className="mb-8">
        {isSent ? "The email is on its way to the client." : null}
      </FormStatus>
      <SentEmails {...view} />
      <nav aria-label="Contract" className="mt-10 border-t border-line pt-6">
        <ButtonLink to={detailPath("contracts", view.id)} variant="secondary" size="sm">
          View the contract
        </ButtonLink>
      </nav>
    </Container>
  );
}
