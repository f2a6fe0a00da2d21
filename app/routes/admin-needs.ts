import { redirect } from "@remix-run/node";
import type { ClientLoaderFunctionArgs } from "@remix-run/react";
import type { NeedsResult } from "../admin/needs.ts";
import { guarded } from "../auth/guarded.server.ts";
import { DASHBOARD } from "../model/admin-paths.ts";
import { PRIVATE } from "../platform/cache-control.ts";

export { adminHeaders as headers } from "../admin/admin-page.tsx";

/** What waits for an admin, for the open dashboard. */
export const loader = guarded("read-contracts", async ({ services, request, staff: { role } }) => {
  // After a sign-in the browser may come back to this URL instead of the dashboard.
  if (request.headers.get("sec-fetch-dest") === "document") throw redirect(DASHBOARD);
  return Response.json(await services.admin.needs.load(role), { headers: { "Cache-Control": PRIVATE } });
});

/** Shows network errors like errors of the store. */
export async function clientLoader({ serverLoader }: ClientLoaderFunctionArgs): Promise<NeedsResult> {
  try {
    return await serverLoader<NeedsResult>();
  } catch (error) {
    if (error instanceof Response) throw error;
    return { status: "failed" };
  }
}
