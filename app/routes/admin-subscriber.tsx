import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { DetailDialog, DetailError } from "../admin/detail-dialog.tsx";
import { DetailItems } from "../admin/detail-parts.tsx";
import { loadSubscriber } from "../admin/details.instance.server.ts";
import { ReviewPanel } from "../admin/review-panel.tsx";
import { statusAction } from "../admin/status-action.server.ts";
import { requireAdmin } from "../auth/require-admin.server.ts";
import { unlistedMeta } from "../site/seo.ts";

export { adminHeaders as headers } from "../admin/admin-headers.ts";

export const handle = { overlay: true };

export const meta: MetaFunction = ({ matches }) => unlistedMeta(matches, "Subscriber");

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request);
  return loadSubscriber(params["id"]);
}

export async function action({ request, params }: ActionFunctionArgs) {
  const admin = await requireAdmin(request);
  return statusAction("subscribers", params["id"] ?? "", admin.email, request);
}

export default function AdminSubscriber() {
  const { email, items, subscribedAt, review } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>()?.outcome;
  return (
    <DetailDialog title={`Subscriber ${email}`}>
      <ReviewPanel kind="subscribers" review={review} submittedAt={subscribedAt} refused={refused} />
      <DetailItems items={items} />
    </DetailDialog>
  );
}

export { DetailError as ErrorBoundary };
