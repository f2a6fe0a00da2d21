import { data, redirect } from "@remix-run/node";
import { PRIVATE } from "../platform/cache-control.ts";
import type { AuthCode } from "./codes.ts";
import { destination } from "./destination.ts";
import type { GoogleEnd } from "./google.server.ts";

function loginPath({ failed, redirectTo }: GoogleEnd): string {
  const params = new URLSearchParams({ google: failed ?? "", ...(redirectTo ? { redirectTo } : {}) });
  return `/login?${params}`;
}

/**
 * What the browser gets once a Google sign-in is over: in a window of its own a page that tells the opener, else the way on.
 * Throws a 404 Response while Google is not configured.
 */
export function googleAnswer(end: GoogleEnd | null, adminEmails: readonly string[]) {
  if (!end) throw new Response("Not found", { status: 404 });
  const headers = new Headers({ "Cache-Control": PRIVATE });
  for (const cookie of end.cookies) headers.append("Set-Cookie", cookie);
  if (end.popup) return data<{ failed: AuthCode | null }>({ failed: end.failed }, { headers });
  const to = end.user ? destination(adminEmails, end.user, end.redirectTo) : loginPath(end);
  throw redirect(to, { status: 303, headers });
}
