import { data, redirect } from "@remix-run/node";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { AdminHeading } from "../admin/admin-page.tsx";
import { DASHBOARD } from "../admin/paths.ts";
import { published } from "../content/load.server.ts";
import { formatCents } from "../contracts/money.ts";
import { offerLinkPath } from "../contracts/offer/offer.ts";
import { unlistedMeta } from "../layout/seo.ts";
import { readForm } from "../platform/http/form-body.server.ts";
import { throwReply } from "../submissions/form-action.server.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { Container } from "../ui/container.tsx";
import { FormStatus } from "../ui/form-status.tsx";

export { adminHeaders as headers } from "../admin/admin-page.tsx";

export const meta: MetaFunction = ({ matches }) => unlistedMeta(matches, "Delete contract");

/** Asks before a contract is deleted. Not found once the client has signed it. */
export async function loader({ context, request, params }: LoaderFunctionArgs) {
  await context.services.auth.requireAdmin(request);
  return published(await context.services.offers.loadDeletion(params["id"] ?? ""));
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const admin = await context.services.auth.requireAdmin(request);
  const form = await readForm(request, ["rev"]).catch(throwReply);
  const rev = String(form.get("rev") ?? "");
  const outcome = await context.services.offers.remove(params["id"] ?? "", rev, admin.email);
  if (outcome === "deleted") return redirect(`${DASHBOARD}#contracts`, 303);
  if (outcome === "missing") throw new Response("There is no such contract.", { status: 404 });
  return data({ outcome }, { status: 409 });
}

const REFUSALS = {
  conflict: "This contract was changed in the meantime. Please check it again.",
  signed: "The client has signed this contract meanwhile. It cannot be deleted.",
};

export default function AdminContractDelete() {
  const { id, rev, client, totalCents } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>()?.outcome;
  return (
    <Container width="text" className="py-10 sm:py-14">
      <AdminHeading title="Delete contract" />
      <FormStatus tone="error" attempt={rev} className="mb-8">
        {refused ? REFUSALS[refused] : null}
      </FormStatus>
      <p className="mb-6">
        The contract of <strong>{client}</strong> over{" "}
        <strong className="figures">{formatCents(totalCents)}</strong> is deleted for good, and its private
        link stops working. The client has not signed it.
      </p>
      <Form method="post" className="flex flex-wrap gap-4">
        <input type="hidden" name="rev" value={rev} />
        <Button type="submit" variant="danger">
          Delete contract
        </Button>
        <ButtonLink to={offerLinkPath(id)} variant="secondary">
          Keep it
        </ButtonLink>
      </Form>
    </Container>
  );
}
