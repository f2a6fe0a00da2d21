import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { jsonPath, printPath } from "../admin/paths.ts";
import { DetailDialog, DetailError } from "../admin/detail-dialog.tsx";
import { ContractDetail } from "../admin/contract-detail.tsx";
import { ReviewPanel } from "../admin/review-panel.tsx";
import { isOffer, offerLinkPath } from "../contracts/offer/offer.ts";
import { unlistedMeta } from "../layout/seo.ts";
import { ButtonLink, buttonClass } from "../ui/button.tsx";

export { adminHeaders as headers } from "../admin/admin-page.tsx";

export const handle = { overlay: true };

export const meta: MetaFunction = ({ matches }) => unlistedMeta(matches, "Contract");

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  await context.services.auth.requireAdmin(request);
  return context.services.admin.details.contract(params["id"]);
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const admin = await context.services.auth.requireAdmin(request);
  return context.services.admin.changeStatus("contracts", params["id"] ?? "", admin.email, request);
}

export default function AdminContract() {
  const { contract, review } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>()?.outcome;
  return (
    <DetailDialog
      title={`Contract of ${contract.name}`}
      actions={
        <>
          {isOffer(contract.id) ? (
            <ButtonLink to={offerLinkPath(contract.id)} variant="secondary" size="sm">
              Private link
            </ButtonLink>
          ) : null}
          <ButtonLink to={printPath(contract.id)} variant="secondary" size="sm">
            Print
          </ButtonLink>
          <a href={jsonPath("contracts", contract.id)} download className={buttonClass({ size: "sm" })}>
            Download
          </a>
        </>
      }
    >
      <ReviewPanel kind="contracts" review={review} submittedAt={contract.submittedAt} refused={refused} />
      <ContractDetail contract={contract} />
    </DetailDialog>
  );
}

export { DetailError as ErrorBoundary };
