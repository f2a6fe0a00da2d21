import { redirect } from "@remix-run/node";

/**
 * Lets admins through and sends everyone else to the sign-in page, from where they come back (decisions, "Sign-in state").
 * Nobody can sign in yet, so nobody is an admin. Throws a redirect.
 */
export async function requireAdmin(request: Request): Promise<void> {
  const { pathname, search } = new URL(request.url);
  throw redirect(`/login?${new URLSearchParams({ redirectTo: pathname + search })}`);
}
