import { data, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { AdminPage } from "../admin/admin-page.tsx";
import { guarded } from "../auth/guarded.server.ts";
import { published } from "../content/load.server.ts";
import type { OfferRefusal } from "../contracts/offer/edit-offer.server.ts";
import { OfferForm } from "../contracts/offer/offer-form.tsx";
import { contractPath, copyPath } from "../model/admin-paths.ts";
import { unlisted } from "../site/seo.ts";
import { ButtonLink } from "../ui/button.tsx";
import { ReloadLink } from "../ui/reload-link.tsx";

export const meta = unlisted("Edit contract");

/** The form of a contract until its client has signed it; then a page that says so (409). */
export const loader = guarded("administer", async ({ services, id }) => {
  const form = published(await services.offers.loadEdit(id));
  return form === "signed" ? data({ id, form: null }, { status: 409 }) : data({ id, form });
});

export const action = guarded("administer", async ({ services, request, id, staff }) => {
  const { result, ...init } = await services.offers.edit(request, id, staff.email);
  return result.status === "stored" ? redirect(contractPath(result.id, "link"), 303) : data(result, init);
});

export { keepForm as clientAction } from "../platform/http/keep-form.ts";

export default function AdminContractEdit() {
  const { id, form } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <AdminPage
      title="Edit contract"
      intro="The private link stays as it is. Services that are in the contract keep their prices; those you add cost what they cost today. For today's prices throughout, copy the contract."
    >
      {form ? (
        <OfferForm
          key={form.rev}
          {...form}
          submissionId={null}
          posted={answer?.status === "open" ? answer : undefined}
          refused={answer && answer.status !== "open" ? <Refused reason={answer.status} /> : null}
        />
      ) : (
        <Signed id={id} />
      )}
    </AdminPage>
  );
}

function Refused({ reason }: { reason: OfferRefusal }) {
  if (reason === "signed") return "The client has signed this contract meanwhile. It was not saved.";
  return (
    <>
      This contract was changed in the meantime, so it was not saved. <ReloadLink>Load it again</ReloadLink>
    </>
  );
}

function Signed({ id }: { id: string }) {
  return (
    <>
      <p role="status" className="mb-6">
        The client has signed this contract. It cannot be edited any more.
      </p>
      <ButtonLink to={copyPath(id)} variant="secondary">
        Make a new contract from it
      </ButtonLink>
    </>
  );
}
