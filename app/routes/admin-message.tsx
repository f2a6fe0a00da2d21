import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { DetailDialog, DetailError } from "../admin/detail-dialog.tsx";
import { MessageDetail } from "../admin/message-detail.tsx";
import { ReviewPanel } from "../admin/review-panel.tsx";
import { unlistedMeta } from "../layout/seo.ts";

export { adminHeaders as headers } from "../admin/admin-page.tsx";

export const handle = { overlay: true };

export const meta: MetaFunction = ({ matches }) => unlistedMeta(matches, "Message");

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  await context.services.auth.requireAdmin(request);
  return context.services.admin.details.message(params["id"]);
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const admin = await context.services.auth.requireAdmin(request);
  return context.services.admin.changeStatus("messages", params["id"] ?? "", admin.email, request);
}

export default function AdminMessage() {
  const { sender, message, submittedAt, review } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>()?.outcome;
  return (
    <DetailDialog title={`Message of ${sender[0]?.value ?? ""}`}>
      <ReviewPanel kind="messages" review={review} submittedAt={submittedAt} refused={refused} />
      <MessageDetail sender={sender} message={message} />
    </DetailDialog>
  );
}

export { DetailError as ErrorBoundary };
