import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useActionData, useLoaderData, type ShouldRevalidateFunction } from "@remix-run/react";
import { Dashboard } from "../admin/dashboard.tsx";
import { unlistedMeta } from "../layout/seo.ts";
import { mayRole } from "../model/roles.ts";
import { dataReply } from "../submissions/form-action.server.ts";

export const meta: MetaFunction = ({ matches }) => unlistedMeta(matches, "Admin dashboard");

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { role } = await context.services.auth.requirePermission(request, "read-contracts");
  const { tables, outbox } = context.services.admin;
  const pending = mayRole(role, "administer") ? await outbox.countPending() : 0;
  return { tables: tables.loadAll(new URL(request.url).searchParams, role), pending };
}

/** Sets the status of the rows that are selected in a table. */
export async function action({ context, request }: ActionFunctionArgs) {
  const admin = await context.services.auth.requirePermission(request, "administer");
  return dataReply(await context.services.admin.changeStatusOfMany(request, admin.email));
}

/** Tables load by themselves when their part of the URL changes. Only a POST revalidates everything. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ formMethod, defaultShouldRevalidate }) =>
  formMethod !== undefined && formMethod !== "GET" && defaultShouldRevalidate;

export default function Admin() {
  const { tables, pending } = useLoaderData<typeof loader>();
  const bulk = useActionData<typeof action>();
  return (
    <>
      {/* First, because without scripts the dialog is in the flow of the page. */}
      <Outlet />
      <Dashboard tables={tables} pending={pending} bulk={bulk} />
    </>
  );
}
