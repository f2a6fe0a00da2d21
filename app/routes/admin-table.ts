import { redirect } from "@remix-run/node";
import type { LoaderFunctionArgs } from "@remix-run/node";
import type { ClientLoaderFunctionArgs } from "@remix-run/react";
import { DASHBOARD } from "../admin/paths.ts";
import { readTableQuery, tableParams } from "../admin/table-query.ts";
import { type TableResult, isTableKind } from "../admin/tables.ts";
import { PRIVATE } from "../platform/cache-control.ts";

export { adminHeaders as headers } from "../admin/admin-page.tsx";

/** One table, for the dashboard that is already open. */
export async function loader({ context, request, params }: LoaderFunctionArgs) {
  await context.services.auth.requireAdmin(request);
  const { kind } = params;
  const { search, searchParams } = new URL(request.url);
  if (!isTableKind(kind)) throw new Response("There is no such table.", { status: 404 });
  // Somebody comes back here from signing in: the page that asked is what they want to see.
  if (request.headers.get("sec-fetch-dest") === "document") throw redirect(`${DASHBOARD}${search}#${kind}`);
  // A Response, because Remix drops the headers of anything else when it is asked without `.data`.
  return Response.json(await context.services.admin.tables.load(kind, searchParams), {
    headers: { "Cache-Control": PRIVATE },
  });
}

/** A table that did not arrive because there is no network fails by itself, like one that the store did not answer. */
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
