import { redirect } from "@remix-run/node";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { safeRedirectPath } from "../auth/redirect-path.ts";
import type { AppError } from "../platform/errors.ts";
import { PRIVATE } from "../platform/cache-control.ts";

/** Starts a preview when the URL has a secret that the Studio created for an editor. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  await context.services.preview.throttle(context.callerKey).catch((error: AppError) => {
    throw new Response("Too many attempts.", { status: error.status, headers: { "Cache-Control": PRIVATE } });
  });
  const path = await context.services.preview.pathFor(request.url);
  if (path === null)
    return new Response("This preview link is not valid any more. Open the preview in the Studio again.", {
      status: 401,
      headers: { "Cache-Control": PRIVATE },
    });
  return redirect(safeRedirectPath(path) ?? "/", {
    headers: { "Set-Cookie": context.services.preview.begin(), "Cache-Control": PRIVATE },
  });
}

/** Ends the preview. */
export async function action({ context }: ActionFunctionArgs) {
  return redirect("/", { status: 303, headers: { "Set-Cookie": context.services.preview.end() } });
}
