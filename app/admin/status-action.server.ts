import { data, redirect } from "@remix-run/node";
import type { Logger } from "pino";
import type { ContentStore } from "../platform/content-store.ts";
import { readForm } from "../platform/http/form-body.server.ts";
import { changeStatus, readStatusForm, type StatusOutcome } from "./change-status.server.ts";
import type { TableKind } from "./tables.ts";

const HTTP_STATUS: Record<Exclude<StatusOutcome, "changed">, number> = {
  conflict: 409,
  missing: 404,
  failed: 503,
  invalid: 400,
};

interface StatusDeps {
  store: ContentStore;
  log: Pick<Logger, "error">;
}

/**
 * The action of every detail: changes its status and shows the page anew, or says why not. Remix reads nothing again after
 * an answer of 400 and above, so the admin goes on seeing what the refused change was about.
 */
export function createStatusAction({ store, log }: StatusDeps) {
  return async (kind: TableKind, id: string, by: string, request: Request) => {
    const form = await readForm(request, ["status", "rev"]).catch(() => null);
    const asked = form && readStatusForm(form);
    const outcome = asked
      ? await changeStatus(store, { kind, id, by, ...asked }).catch((error: unknown) => {
          log.error({ err: error, id }, "admin: status not changed");
          return "failed" as const;
        })
      : "invalid";
    if (outcome !== "changed") return data({ outcome }, { status: HTTP_STATUS[outcome] });
    const { pathname, search } = new URL(request.url);
    return redirect(pathname + search, 303);
  };
}
