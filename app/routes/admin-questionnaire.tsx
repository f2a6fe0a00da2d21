import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { jsonPath } from "../admin/paths.ts";
import { DetailDialog, DetailError } from "../admin/detail-dialog.tsx";
import { QuestionnaireDetail } from "../admin/questionnaire-detail.tsx";
import { ReviewPanel } from "../admin/review-panel.tsx";
import { unlistedMeta } from "../layout/seo.ts";
import { buttonClass } from "../ui/button.tsx";

export { adminHeaders as headers } from "../admin/admin-page.tsx";

export const handle = { overlay: true };

export const meta: MetaFunction = ({ matches }) => unlistedMeta(matches, "Questionnaire");

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  await context.services.auth.requireAdmin(request);
  return context.services.admin.details.questionnaire(params["id"]);
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const admin = await context.services.auth.requireAdmin(request);
  return context.services.admin.changeStatus("questionnaires", params["id"] ?? "", admin.email, request);
}

export default function AdminQuestionnaire() {
  const { id, name, groups, attachments, submittedAt, review } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>()?.outcome;
  return (
    <DetailDialog
      title={`Questionnaire of ${name}`}
      actions={
        <a href={jsonPath("questionnaires", id)} download className={buttonClass({ size: "sm" })}>
          Download
        </a>
      }
    >
      <ReviewPanel kind="questionnaires" review={review} submittedAt={submittedAt} refused={refused} />
      <QuestionnaireDetail groups={groups} attachments={attachments} />
    </DetailDialog>
  );
}

export { DetailError as ErrorBoundary };
