import { useActionData, useLoaderData } from "@remix-run/react";
import { AdminPage } from "../admin/admin-page.tsx";
import { guarded } from "../auth/guarded.server.ts";
import { published } from "../content/load.server.ts";
import { OfferLink } from "../contracts/offer/offer-link.tsx";
import { contractPath, copyPath, deletePath, detailPath } from "../model/admin-paths.ts";
import { unlisted } from "../site/seo.ts";
import { dataReply } from "../submissions/form-action.server.ts";
import { ButtonLink } from "../ui/button.tsx";

export const meta = unlisted("Private link");

export const loader = guarded("administer", async ({ services, id }) =>
  published(await services.offers.loadLink(id)),
);

export const action = guarded("administer", async ({ services, request, id, staff }) =>
  dataReply(await services.offers.receiveLink(request, id, staff.email)),
);

export { keepForm as clientAction } from "../platform/http/keep-form.ts";

export default function AdminContractLink() {
  const offer = useLoaderData<typeof loader>();
  const outcome = useActionData<typeof action>()?.outcome ?? null;
  return (
    <AdminPage title="Private link" intro={`The contract of ${offer.client}`}>
      <OfferLink page={offer} outcome={outcome} />
      <nav aria-label="Contract" className="mt-10 flex flex-wrap gap-4 border-t border-line pt-6">
        <ButtonLink to={detailPath("contracts", offer.id)} variant="secondary" size="sm">
          View the contract
        </ButtonLink>
        {offer.isUnsigned ? (
          <ButtonLink to={contractPath(offer.id, "edit")} variant="secondary" size="sm">
            Edit
          </ButtonLink>
        ) : null}
        <ButtonLink to={copyPath(offer.id)} variant="secondary" size="sm">
          Copy
        </ButtonLink>
        {offer.isUnsigned ? (
          <ButtonLink to={deletePath("contracts", offer.id)} variant="danger" size="sm">
            Delete
          </ButtonLink>
        ) : null}
      </nav>
    </AdminPage>
  );
}
