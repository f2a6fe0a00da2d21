import type { Logger } from "pino";
import { isAdminStatus, type AdminStatus } from "../model/admin-status.ts";
import { PAGE_SIZE, isTableKind, TABLES, type TableKind } from "../model/tables.ts";
import type { ContentStore } from "../platform/content-store.server.ts";
import { isAppError } from "../platform/errors.ts";
import { receiveForm, reply, type Reply } from "../platform/http/receive-form.server.ts";
import { referenceNumber } from "../submissions/submission-id.server.ts";
import { changeSubmission } from "./change-status.server.ts";
import { type StatusResult } from "./review.ts";

export type BulkRefusal = Exclude<StatusResult, "changed">;

export interface BulkResult {
  kind: TableKind;
  status: AdminStatus;
  changed: number;
  refused: { id: string; reference: string; why: BulkRefusal }[];
}

interface BulkRequest {
  kind: TableKind;
  status: AdminStatus;
  rows: { id: string; rev: string }[];
}

const CONCURRENCY = 10;

/** Returns the value of a row's checkbox: the revision that the admin sees, and the id. */
const ROW = /^(?<rev>\S{1,100}) (?<id>\S{1,128})$/;

/** Parses a posted selection. Throws a 400 Response for anything that the table's form does not send. */
function readSelection(form: FormData): BulkRequest {
  const kind = form.get("kind");
  const status = form.get("status");
  const rows = form.getAll("row").map((row) => ROW.exec(String(row))?.groups as { id: string; rev: string });
  const isKnown = isTableKind(kind) && TABLES[kind].hasStatus && isAdminStatus(status);
  if (!isKnown || rows.length > PAGE_SIZE || rows.some((row) => !row))
    throw new Response("Unknown change.", { status: 400 });
  return { kind, status, rows };
}

interface BulkDeps {
  store: ContentStore;
  /** Key of the reference numbers. */
  secret: string;
  log: Pick<Logger, "error" | "info">;
}

/**
 * Returns the action of the tables: sets the status of the selected submissions, each unless it was changed since the admin
 * saw it, and returns how many were changed and which were not. `by` is the email of the admin. Throws a Response for a post that
 * is none of the tables'.
 */
export function createBulkStatusAction({ store, secret, log }: BulkDeps) {
  /** Once the store does not respond, the rest is not tried. */
  async function changeAll({ kind, status, rows }: BulkRequest, by: string): Promise<StatusResult[]> {
    const results: StatusResult[] = [];
    let isAway = false;
    for (let from = 0; from < rows.length; from += CONCURRENCY) {
      const batch = rows.slice(from, from + CONCURRENCY).map(async (row): Promise<StatusResult> => {
        if (isAway) return "failed";
        return changeSubmission(store, { kind, ...row, to: status, by }).catch((error: unknown) => {
          log.error({ err: error, id: row.id }, "admin: status not changed");
          isAway = isAppError(error) && error.code === "unavailable";
          return "failed";
        });
      });
      results.push(...(await Promise.all(batch)));
    }
    return results;
  }

  const rules = { names: ["kind", "status", "row"], body: { many: ["row"] } };
  return (request: Request, by: string) =>
    receiveForm(request, rules, async ({ form }): Promise<Reply<BulkResult>> => {
      const selection = readSelection(form);
      const { kind, status, rows } = selection;
      const results = await changeAll(selection, by);
      const refused = rows.flatMap(({ id }, index) => {
        const why = results[index] ?? "failed";
        return why === "changed" ? [] : [{ id, reference: referenceNumber(secret, id), why }];
      });
      const changed = rows.length - refused.length;
      log.info({ kind, status, by, changed, refused: refused.length }, "admin: status of many");
      const isAway = rows.length > 0 && changed === 0 && refused.every(({ why }) => why === "failed");
      return reply({ kind, status, changed, refused }, rows.length === 0 ? 422 : isAway ? 503 : 200);
    });
}
