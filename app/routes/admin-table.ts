import { redirect } from "@remix-run/node";
import type { ClientLoaderFunctionArgs } from "@remix-run/react";
import { readTableQuery, tableParams } from "../admin/table-query.ts";
import { guarded } from "../auth/guarded.server.ts";
import { DASHBOARD } from "../model/admin-paths.ts";
import { type TableResult, isTableKind, readingOf } from "../model/tables.ts";
import { PRIVATE } from "../platform/cache-control.ts";

export { adminHeaders as headers } from "../admin/admin-page.tsx";

/** A table for the open dashboard. */
export const loader = guarded(
  ({ params }) => readingOf(params["kind"]),
  async ({ services, request, url: { search, searchParams }, params: { kind } }) => {
    if (!isTableKind(kind)) throw new Response("There is no such table.", { status: 404 });
    // After a sign-in the browser may come back to this URL instead of the dashboard.
    if (request.headers.get("sec-fetch-dest") === "document") throw redirect(`${DASHBOARD}${search}#${kind}`);
    // A Response, because otherwise Remix drops the headers of requests without `.data`.
    return Response.json(await services.admin.tables.load(kind, searchParams), {
      headers: { "Cache-Control": PRIVATE },
    });
  },
);

/** Shows network errors in the table, like errors of the store. */
export async function clientLoader({
  request,
  params,
  serverLoader,
}: ClientLoaderFunctionArgs): Promise<TableResult> {
  try {
    return await serverLoader<TableResult>();
  } catch (error) {
    const { kind } = params;
    if (error instanceof Response || !isTableKind(kind)) throw error;
    const query = readTableQuery(kind, new URL(request.url).searchParams);
    return { status: "failed", asked: tableParams(kind, query).toString() };
  }
}
