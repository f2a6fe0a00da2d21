import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { DetailDialog, DetailError } from "../admin/detail-dialog.tsx";
import { DetailItems } from "../admin/detail-parts.tsx";
import { ReviewPanel } from "../admin/review-panel.tsx";
import { unlistedMeta } from "../layout/seo.ts";

export { adminHeaders as headers } from "../admin/admin-page.tsx";

export const handle = { overlay: true };

export const meta: MetaFunction = ({ matches }) => unlistedMeta(matches, "Subscriber");

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  await context.services.auth.requireAdmin(request);
  return context.services.admin.details.subscriber(params["id"]);
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const admin = await context.services.auth.requireAdmin(request);
  return context.services.admin.changeStatus("subscribers", params["id"] ?? "", admin.email, request);
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
