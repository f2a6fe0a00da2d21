import type { LoaderFunctionArgs } from "@remix-run/node";
import { PRIVATE } from "../platform/cache-control.ts";

/** An email of the outbox as plain text, never as HTML. */
export async function loader({ context, request, params }: LoaderFunctionArgs) {
  await context.services.auth.requireAdmin(request);
  const email = await context.services.admin.outbox.email(params["file"] ?? "");
  if (!email)
    throw new Response("There is no such email.", { status: 404, headers: { "Cache-Control": PRIVATE } });
  return new Response(new Uint8Array(email), {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": PRIVATE },
  });
}
