import { redirect } from "@remix-run/node";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { askedByStudio, preview, throttlePreview } from "../content/preview.instance.server.ts";
import type { AppError } from "../platform/errors.ts";
import { PRIVATE } from "../platform/cache-control.ts";

/** Where the Studio's preview begins: with a secret that only an editor can have made, drafts are shown from now on. */
export async function loader({ request }: LoaderFunctionArgs) {
  await throttlePreview(request).catch((error: AppError) => {
    throw new Response("Too many attempts.", { status: error.status, headers: { "Cache-Control": PRIVATE } });
  });
  const path = await askedByStudio(request.url);
  if (path === null)
    return new Response("This preview link is not valid any more. Open the preview in the Studio again.", {
      status: 401,
      headers: { "Cache-Control": PRIVATE },
    });
  return redirect(path, { headers: { "Set-Cookie": preview.begin(), "Cache-Control": PRIVATE } });
}

/** Exit preview. */
export async function action(_args: ActionFunctionArgs) {
  return redirect("/", { status: 303, headers: { "Set-Cookie": preview.end() } });
}
