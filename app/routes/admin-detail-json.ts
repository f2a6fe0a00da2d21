import { jsonDownload } from "../admin/export.server.ts";
import { guarded } from "../auth/guarded.server.ts";
import { kindOfPath } from "../model/admin-paths.ts";
import { readingOf } from "../model/tables.ts";

/** Downloads the document of a questionnaire or a contract. */
export const loader = guarded(
  ({ url }) => readingOf(kindOfPath(url.pathname)),
  async ({ services, url, id, staff }) => {
    const kind = kindOfPath(url.pathname) === "contracts" ? "contracts" : "questionnaires";
    const document = await services.admin.details.whole(kind, id, staff.role);
    // `questionnaire-{id}.json` (docs/specification.md, section 6)
    return jsonDownload(document, `${kind.slice(0, -1)}-${document.id}.json`);
  },
);
