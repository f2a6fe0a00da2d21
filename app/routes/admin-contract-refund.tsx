import { data, redirect } from "@remix-run/node";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { AdminHeading } from "../admin/admin-page.tsx";
import { contractPath, detailPath } from "../model/admin-paths.ts";
import { published } from "../content/load.server.ts";
import { RefundForm } from "../contracts/billing/refunds/refund-form.tsx";
import { unlistedMeta } from "../layout/seo.ts";
import { throwReply } from "../platform/http/receive-form.server.ts";
import { Container } from "../ui/container.tsx";

export const meta: MetaFunction = ({ matches }) => unlistedMeta(matches, "Refund");

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  await context.services.auth.requirePermission(request, "administer");
  return published(await context.services.billing.refunds.load(params["id"] ?? "").catch(throwReply));
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const admin = await context.services.auth.requirePermission(request, "administer");
  const id = params["id"] ?? "";
  const { result, ...init } = await context.services.billing.refunds.receive(request, id, admin.email);
  return result.status === "done" ? redirect(detailPath("contracts", id), 303) : data(result, init);
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
        path={contractPath(page.id, "refund")}
        back={detailPath("contracts", page.id)}
      />
    </Container>
  );
}
