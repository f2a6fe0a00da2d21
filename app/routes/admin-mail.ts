import type { LoaderFunctionArgs } from "@remix-run/node";
import { loadMail } from "../admin/outbox.instance.server.ts";
import { requireAdmin } from "../auth/require-admin.server.ts";
import { PRIVATE } from "../platform/cache-control.ts";

/** A mail of the outbox as it was written, shown as text and never as a page. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request);
  const mail = await loadMail(params["file"] ?? "");
  if (!mail)
    throw new Response("There is no such mail.", { status: 404, headers: { "Cache-Control": PRIVATE } });
  return new Response(new Uint8Array(mail), {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": PRIVATE },
  });
}
