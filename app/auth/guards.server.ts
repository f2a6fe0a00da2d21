import { redirect } from "@remix-run/node";
import type { Logger } from "pino";
import { PRIVATE } from "../platform/cache-control.ts";
import type { AppError } from "../platform/errors.ts";
import { NOT_ADMIN_PATH, type CurrentUser, type SessionState } from "./session.ts";
import type { Visitors } from "./sessions.server.ts";

const headers = { "Cache-Control": PRIVATE };

/** Requests for JSON or event streams get a status instead of a redirect to a page. */
function wantsPage(request: Request): boolean {
  const accept = request.headers.get("Accept") ?? "*/*";
  return accept.includes("text/html") || !/application\/json|text\/event-stream/.test(accept);
}

/** What somebody who is no admin gets instead: 401, 403 or a redirect (docs/specification.md, section 4). */
function refusal(request: Request, { user }: SessionState): Response {
  if (!wantsPage(request)) {
    const status = user ? 403 : 401;
    return Response.json({ error: user ? "auth/not-an-admin" : "auth/signed-out" }, { status, headers });
  }
  if (user) return redirect(NOT_ADMIN_PATH, { headers });
  const { pathname, search } = new URL(request.url);
  return redirect(`/login?${new URLSearchParams({ redirectTo: pathname + search })}`, { headers });
}

interface RequireAdminDeps {
  visitors: Pick<Visitors, "stateOf">;
  /** The same visitors; looking at them does not make their session last longer. */
  watchedVisitors: Pick<Visitors, "stateOf">;
  log: Pick<Logger, "error">;
}

/** The guards of everything below /admin, and of /account. */
export function createRequireAdmin({ visitors, watchedVisitors, log }: RequireAdminDeps) {
  const stateOf = (request: Request): Promise<SessionState> =>
    visitors.stateOf(request).catch((error: AppError) => {
      log.error({ code: error.code, err: error }, "session not read");
      throw new Response(null, { status: error.status, headers: { ...headers, "Retry-After": "30" } });
    });
  return {
    /**
     * Stands first in every loader and action below /admin: lets admins through and throws the answer for everyone else. Signed
     * out: to /login and back; signed in but not on ADMIN_EMAILS: to `/` with a notice; scripts: 401 or 403 as JSON.
     */
    async requireAdmin(request: Request): Promise<CurrentUser> {
      const state = await stateOf(request);
      if (state.user && state.admin) return state.user;
      throw refusal(request, state);
    },
    /** Stands first in the loader and action of /account: lets everybody through who is signed in, sends others to /login. */
    async requireUser(request: Request): Promise<CurrentUser> {
      const state = await stateOf(request);
      if (state.user) return state.user;
      throw refusal(request, state);
    },
    /** Whether the request's session is still an admin's, for answers that go on for long. Throws an AppError `unavailable`. */
    isStillAdmin: async (request: Request): Promise<boolean> =>
      (await watchedVisitors.stateOf(request)).admin,
  };
}
