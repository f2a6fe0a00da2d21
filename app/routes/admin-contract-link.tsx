import { data, redirect } from "@remix-run/node";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { detailPath } from "../admin/addresses.ts";
import { requireAdmin } from "../auth/require-admin.server.ts";
import { published } from "../content/load.server.ts";
import type { OfferChange } from "../contract/offer/change-offer.server.ts";
import { readDays } from "../contract/offer/offer-days.ts";
import { OfferLink } from "../contract/offer/offer-link.tsx";
import { handleOfferChange, loadOfferLink } from "../contract/offer/offer.instance.server.ts";
import { PageHeader } from "../site/page-header.tsx";
import { unlistedMeta } from "../site/seo.ts";
import { Container, Section } from "../ui/container.tsx";

export { adminHeaders as headers } from "../admin/admin-headers.ts";

export const meta: MetaFunction = ({ matches }) => unlistedMeta(matches, "Private link");

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request);
  return published(await loadOfferLink(params["id"] ?? ""));
}

export async function action({ request, params }: ActionFunctionArgs) {
  await requireAdmin(request);
  const form = await request.formData().catch(() => new FormData());
  const intent = form.get("intent");
  if (intent !== "revoke" && intent !== "renew") throw new Response("Unknown change.", { status: 400 });
  const change: OfferChange =
    intent === "revoke" ? { kind: "revoke" } : { kind: "renew", days: readDays(form.get("days")) };
  if (!(await handleOfferChange(params["id"] ?? "", change))) return data({ refused: true }, { status: 409 });
  return redirect(new URL(request.url).pathname, 303);
}

export default function AdminContractLink() {
  const offer = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>()?.refused ?? false;
  return (
    <>
      <PageHeader heading="Private link" eyebrow="Admin" intro={`The contract of ${offer.client}`} />
      <Section>
        <Container>
          <OfferLink {...offer} refused={refused} />
          <p className="mt-10">
            <Link
              to={detailPath("contracts", offer.id)}
              className="font-semibold text-accent underline underline-offset-4"
            >
              View the contract
            </Link>
          </p>
        </Container>
      </Section>
    </>
  );
}
