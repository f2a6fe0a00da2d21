import { randomUUID } from "node:crypto";
import { data, redirect } from "@remix-run/node";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { AdminHeading } from "../admin/admin-heading.tsx";
import { requireAdmin } from "../auth/require-admin.server.ts";
import { offerLinkPath } from "../contract/offer/offer-link-path.ts";
import { OfferForm } from "../contract/offer/offer-form.tsx";
import { handleNewOffer } from "../contract/offer/offer.instance.server.ts";
import { loadOrderPage } from "../contract/order.instance.server.ts";
import { unlistedMeta } from "../site/seo.ts";
import { Container } from "../ui/container.tsx";

export { adminHeaders as headers } from "../admin/admin-headers.ts";

export const meta: MetaFunction = ({ matches }) => unlistedMeta(matches, "New contract");

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request);
  const { catalogue } = await loadOrderPage();
  return { catalogue, submissionId: randomUUID() as string };
}

export async function action({ request }: ActionFunctionArgs) {
  const admin = await requireAdmin(request);
  const form = await request.formData().catch(() => new FormData());
  const answer = await handleNewOffer(form, admin.email);
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
