import { redirect } from "@remix-run/node";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { AdminHeading } from "../admin/admin-page.tsx";
import { contractPath, detailPath } from "../model/admin-paths.ts";
import { published } from "../content/load.server.ts";
import {
  CANCELLATION_INTENTS,
  cancellationPage,
} from "../contracts/billing/renewals/admin-cancellation.server.ts";
import { CancellationForm } from "../contracts/billing/renewals/cancellation-form.tsx";
import { unlistedMeta } from "../layout/seo.ts";
import { receiveForm, reply, throwReply } from "../platform/http/receive-form.server.ts";
import { dataReply } from "../submissions/form-action.server.ts";
import { Container } from "../ui/container.tsx";

export const meta: MetaFunction = ({ matches }) => unlistedMeta(matches, "Cancel services");

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  await context.services.auth.requirePermission(request, "administer");
  const { billing, clock } = context.services;
  const contract = published(await billing.renewals.find(params["id"]).catch(throwReply));
  return cancellationPage(contract, clock());
}

const STATUS = { conflict: 409, impossible: 409, unavailable: 503 };

export async function action({ context, request, params }: ActionFunctionArgs) {
  const admin = await context.services.auth.requirePermission(request, "administer");
  const id = params["id"] ?? "";
  const { billing, log } = context.services;
  const answer = await receiveForm(request, { names: ["intent", "rev"] }, async ({ form }) => {
    const intent = CANCELLATION_INTENTS.find((known) => known === form.get("intent"));
    if (!intent) throw new Response("Unknown change.", { status: 400 });
    const change = { id, rev: String(form.get("rev") ?? ""), intent, by: admin.email };
    const outcome = await billing.renewals.changeCancellation(change);
    log.info({ contract: id, by: admin.email, intent, outcome }, "admin: cancellation");
    if (outcome === "done") throw redirect(detailPath("contracts", id), 303);
    if (outcome === "missing") throw new Response("There is no such contract.", { status: 404 });
    return reply({ outcome }, STATUS[outcome]);
  });
  return dataReply(answer);
}

export default function AdminContractCancel() {
  const page = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>()?.outcome ?? null;
  return (
    <Container width="text" className="py-10 sm:py-14">
      <AdminHeading title="Cancel services" intro={`The contract of ${page.client}`} />
      <CancellationForm
        page={page}
        problem={problem}
        path={contractPath(page.id, "cancel")}
        back={detailPath("contracts", page.id)}
      />
    </Container>
  );
}
