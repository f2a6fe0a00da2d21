import { randomUUID } from "node:crypto";
import { data, redirect } from "@remix-run/node";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { AdminHeading } from "../admin/admin-page.tsx";
import { offerLinkPath } from "../contracts/offer/offer.ts";
import { OfferForm } from "../contracts/offer/offer-form.tsx";
import { unlistedMeta } from "../layout/seo.ts";
import { OFFER_FIELDS, requireOwnIntent } from "../contracts/offer/new-offer.server.ts";
import { readForm } from "../platform/http/form-body.server.ts";
import { throwReply } from "../submissions/form-action.server.ts";
import { Container } from "../ui/container.tsx";

export { adminHeaders as headers } from "../admin/admin-page.tsx";

export const meta: MetaFunction = ({ matches }) => unlistedMeta(matches, "New contract");

export async function loader({ context, request }: LoaderFunctionArgs) {
  await context.services.auth.requireAdmin(request);
  const { catalogue } = await context.services.contracts.loadPage(context.cache);
  return { catalogue, submissionId: randomUUID() as string };
}

export async function action({ context, request }: ActionFunctionArgs) {
  const admin = await context.services.auth.requireAdmin(request);
  const form = await readForm(request, OFFER_FIELDS).then(requireOwnIntent).catch(throwReply);
  const answer = await context.services.offers.create(form, admin.email);
  if (answer.id !== null) return redirect(offerLinkPath(answer.id), 303);
  return data({ result: answer.result }, { status: answer.status });
}

export default function AdminContractNew() {
  const { catalogue, submissionId } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>()?.result;
  return (
    <Container className="py-10 sm:py-14">
      <AdminHeading
        title="New contract"
        intro="Made for one client, who reviews, signs and pays it over a private link."
      />
      <OfferForm catalogue={catalogue} submissionId={submissionId} result={result} />
    </Container>
  );
}
