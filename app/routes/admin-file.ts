import { guarded } from "../auth/guarded.server.ts";
import { fileResponse } from "../files/file-response.server.ts";

/** Downloads a file of a questionnaire. */
export const loader = guarded("administer", async ({ services, request, id }) =>
  fileResponse(await services.files.storage(), id, request),
);
