import { data, redirect } from "@remix-run/node";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { AdminHeading } from "../admin/admin-page.tsx";
import { detailPath, refundPath } from "../model/admin-paths.ts";
import { published } from "../content/load.server.ts";
import { RefundForm } from "../contracts/billing/refunds/refund-form.tsx";
import { REFUND_FIELDS } from "../contracts/billing/refunds/refunds.server.ts";
import { unlistedMeta } from "../layout/seo.ts";
import { readForm } from "../platform/http/form-body.server.ts";
import { throwReply } from "../submissions/form-action.server.ts";
import { Container } from "../ui/container.tsx";

export { adminHeaders as headers } from "../admin/admin-page.tsx";

export const meta: MetaFunction = ({ matches }) => unlistedMeta(matches, "Refund");

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  await context.services.auth.requirePermission(request, "administer");
  return published(await context.services.billing.refunds.load(params["id"] ?? "").catch(throwReply));
}

const STATUS = { conflict: 409, missing: 404, "too-much": 409, unknown: 503, refused: 409 };

export async function action({ context, request, params }: ActionFunctionArgs) {
  const admin = await context.services.auth.requirePermission(request, "administer");
  const id = params["id"] ?? "";
  const form = await readForm(request, REFUND_FIELDS).catch(throwReply);
  const answer = await context.services.billing.refunds.submit(id, form, admin.email).catch(throwReply);
  if (answer.status === "done") return redirect(detailPath("contracts", id), 303);
  return data(answer, { status: answer.status === "failed" ? STATUS[answer.failure.status] : 422 });
}

export default function AdminContractRefund() {
  const page = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <Container width="text" className="py-10 sm:py-14">
      <AdminHeading title="Refund" intro={`The contract of ${page.client}`} />
      <RefundForm
        page={page}
        answer={answer}
        path={refundPath(page.id)}
        back={detailPath("contracts", page.id)}
      />
    </Container>
  );
}
