import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireAdmin } from "../auth/require-admin.server.ts";
import { fileStorage } from "../questionnaire/files.instance.server.ts";
import { fileResponse } from "../submissions/files/file-response.server.ts";

/** A file of a questionnaire, for admins alone. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request);
  return fileResponse(await fileStorage(), params["id"] ?? "");
}
