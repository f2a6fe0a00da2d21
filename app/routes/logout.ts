import { redirect, type ActionFunctionArgs } from "@remix-run/node";
import { PRIVATE } from "../platform/cache-control.ts";

/** A visit changes nothing: only a POST of our own pages signs out. */
export const loader = () => redirect("/", { headers: { "Cache-Control": PRIVATE } });

export async function action({ context, request }: ActionFunctionArgs) {
  const headers = {
    "Set-Cookie": await context.services.auth.visitors.signOut(request),
    "Cache-Control": PRIVATE,
  };
  return redirect("/", { status: 303, headers });
}
