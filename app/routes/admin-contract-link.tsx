import { redirect, type AppLoadContext } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { guarded } from "../auth/guarded.server.ts";
import { contractPath, copyPath, deletePath, detailPath } from "../model/admin-paths.ts";
import { AdminPage } from "../admin/admin-page.tsx";
import { published } from "../content/load.server.ts";
import type { OfferChange } from "../contracts/offer/offers.server.ts";
import { readDays } from "../model/contracts/offer.ts";
import { OfferLink } from "../contracts/offer/offer-link.tsx";
import { unlisted } from "../layout/seo.ts";
import { receiveForm, reply, type Reply } from "../platform/http/receive-form.server.ts";
import { dataReply } from "../submissions/form-action.server.ts";
import { ButtonLink } from "../ui/button.tsx";

export const meta = unlisted("Private link");

export const loader = guarded("administer", async ({ services, id }) =>
  published(await services.offers.loadLink(id)),
);

export const action = guarded("administer", async ({ services, request, url, id, staff }) => {
  const answer = await receiveForm(request, { names: ["intent", "days", "nonce"] }, async ({ form }) => {
    const change = readChange(form);
    if (!change) return mail(services, id, String(form.get("nonce") ?? ""), staff.email);
    if (!(await services.offers.change(id, change))) return reply({ outcome: "refused" }, 409);
    throw redirect(url.pathname, 303);
  });
  return dataReply(answer);
});

/** Parses a change of the link. Null: the link is to be emailed instead. */
function readChange(form: FormData): OfferChange | null {
  const intent = form.get("intent");
  if (intent === "mail") return null;
  if (intent === "revoke") return { kind: "revoke" };
  if (intent === "renew") return { kind: "renew", days: readDays(form.get("days")) };
  throw new Response("Unknown change.", { status: 400 });
}

async function mail(
  { offers }: AppLoadContext["services"],
  id: string,
  nonce: string,
  by: string,
): Promise<Reply<{ outcome: "mailed" | "not-mailed" | "refused" }>> {
  if (!/^[0-9a-f-]{36}$/.test(nonce)) throw new Response("Unknown mailing.", { status: 400 });
  const result = published(await offers.mailLink(id, { by, nonce }));
  const status = { mailed: 200, closed: 409, failed: 503 }[result];
  return reply({ outcome: result === "mailed" ? "mailed" : "not-mailed" }, status);
}

export default function AdminContractLink() {
  const offer = useLoaderData<typeof loader>();
  const outcome = useActionData<typeof action>()?.outcome ?? null;
  return (
    <AdminPage title="Private link" intro={`The contract of ${offer.client}`}>
      <OfferLink {...offer} outcome={outcome} />
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
