import { redirect } from "@remix-run/node";
import type { ActionFunctionArgs } from "@remix-run/node";
import { visitors } from "../auth/visitors.instance.server.ts";
import { PRIVATE } from "../platform/cache-control.ts";

/** A visit changes nothing: only a POST of our own pages signs out. */
export const loader = () => redirect("/", { headers: { "Cache-Control": PRIVATE } });

export async function action({ request }: ActionFunctionArgs) {
  const headers = { "Set-Cookie": await visitors.signOut(request), "Cache-Control": PRIVATE };
  return redirect("/", { status: 303, headers });
}
