import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData, type ShouldRevalidateFunction } from "@remix-run/react";
import { loadAllTables } from "../admin/admin.instance.server.ts";
import { Dashboard } from "../admin/dashboard.tsx";
import { countPending } from "../admin/outbox.instance.server.ts";
import { requireAdmin } from "../auth/require-admin.server.ts";
import { unlistedMeta } from "../site/seo.ts";

export { adminHeaders as headers } from "../admin/admin-headers.ts";

export const meta: MetaFunction = ({ matches }) => unlistedMeta(matches, "Admin dashboard");

export async function loader({ request }: LoaderFunctionArgs) {
  const currentUser = await requireAdmin(request);
  const tables = loadAllTables(new URL(request.url).searchParams);
  return { currentUser, tables, pending: countPending() };
}

/** Each table asks for itself when its part of the address changes; after a change everything is read again. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ formMethod, defaultShouldRevalidate }) =>
  formMethod !== undefined && formMethod !== "GET" && defaultShouldRevalidate;

export default function Admin() {
  const { tables, pending } = useLoaderData<typeof loader>();
  return (
    <>
      {/* First, so that without scripts, where nothing lies over anything, it is what the page begins with. */}
      <Outlet />
      <Dashboard tables={tables} pending={pending} />
    </>
  );
}
