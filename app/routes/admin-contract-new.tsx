import { randomUUID } from "node:crypto";
import { data, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { AdminPage } from "../admin/admin-page.tsx";
import { guarded } from "../auth/guarded.server.ts";
import { OfferForm } from "../contracts/offer/offer-form.tsx";
import { contractPath } from "../model/admin-paths.ts";
import { unlisted } from "../site/seo.ts";

export const meta = unlisted("New contract");

/** An empty form, or with `?from=` one filled with the content of another contract. */
export const loader = guarded("administer", async ({ services, url }) => ({
  ...(await services.offers.loadNew(url.searchParams.get("from"))),
  submissionId: randomUUID() as string,
}));

export const action = guarded("administer", async ({ services, request, staff }) => {
  const { result, ...init } = await services.offers.create(request, staff.email);
  return result.status === "stored" ? redirect(contractPath(result.id, "link"), 303) : data(result, init);
});

export { keepForm as clientAction } from "../platform/http/keep-form.ts";

export default function AdminContractNew() {
  const form = useLoaderData<typeof loader>();
  const posted = useActionData<typeof action>();
  const copied = form.defaults ? " Filled with the content of another contract, at today's prices." : "";
  return (
    <AdminPage
      title="New contract"
      intro={`Made for one client, who reviews, signs and pays it by private link.${copied}`}
    >
      <OfferForm {...form} posted={posted} />
    </AdminPage>
  );
}
