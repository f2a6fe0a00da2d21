import type { LoaderFunctionArgs } from "@remix-run/node";
import { fileResponse } from "../files/file-response.server.ts";

/** Downloads a file of a questionnaire. */
export async function loader({ context, request, params }: LoaderFunctionArgs) {
  await context.services.auth.requirePermission(request, "administer");
  return fileResponse(await context.services.files.storage(), params["id"] ?? "", request);
}
