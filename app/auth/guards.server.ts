import { redirect } from "@remix-run/node";
import type { Logger } from "pino";
import { mayRole, type Permission, type Role } from "../model/roles.ts";
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

/**
 * Returns the response for a user without a permission: 401, 403 or a redirect (docs/specification.md, section 4). Who has
 * another part of the dashboard stays there, on a page with 403.
 */
function refusal(request: Request, { user, role }: SessionState): Response {
  if (!wantsPage(request)) {
    const status = user ? 403 : 401;
    return Response.json({ error: user ? "auth/not-an-admin" : "auth/signed-out" }, { status, headers });
  }
  if (mayRole(role, "read-contracts"))
    return new Response("Your role does not include this.", { status: 403, headers });
  if (user) return redirect(NOT_ADMIN_PATH, { headers });
  const { pathname, search } = new URL(request.url);
  return redirect(`/login?${new URLSearchParams({ redirectTo: pathname + search })}`, { headers });
}

export type Staff = CurrentUser & { role: Role };

interface GuardDeps {
  visitors: Pick<Visitors, "stateOf">;
  /** The same, without extending sessions. */
  watchedVisitors: Pick<Visitors, "stateOf">;
  log: Pick<Logger, "error">;
}

export function createGuards({ visitors, watchedVisitors, log }: GuardDeps) {
  const stateOf = (request: Request): Promise<SessionState> =>
    visitors.stateOf(request).catch((error: AppError) => {
      log.error({ code: error.code, err: error }, "session could not be read");
      throw new Response(null, { status: error.status, headers: { ...headers, "Retry-After": "30" } });
    });
  return {
    /**
     * Returns the signed-in user if they have the permission; `guarded` calls it before every loader and action below /admin. Throws a
     * Response for everybody else: redirects signed-out users to /login and those without a part of the dashboard to `/` with a notice; 403
     * for the others; answers scripts with 401 or 403 as JSON.
     */
    async requirePermission(request: Request, permission: Permission): Promise<Staff> {
      const state = await stateOf(request);
      const { user, role } = state;
      if (user && role && mayRole(role, permission)) return { ...user, role };
      throw refusal(request, state);
    },
    /** Returns the signed-in user and the role. Throws a redirect to /login otherwise. */
    async requireUser(request: Request): Promise<{ user: CurrentUser; role: Role | null }> {
      const state = await stateOf(request);
      if (state.user) return { user: state.user, role: state.role };
      throw refusal(request, state);
    },
    /** Returns whether the session still has the permission, for long responses. Throws an AppError `unavailable`. */
    isStillAllowed: async (request: Request, permission: Permission): Promise<boolean> =>
      mayRole((await watchedVisitors.stateOf(request)).role, permission),
  };
}
