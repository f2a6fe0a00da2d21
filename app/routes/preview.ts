import { redirect } from "@remix-run/node";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { askedByStudio, preview } from "../content/preview.instance.server.ts";
import { PRIVATE } from "../platform/cache-control.ts";

/** Where the Studio's preview begins: with a secret that only an editor can have made, drafts are shown from now on. */
export async function loader({ request }: LoaderFunctionArgs) {
  const path = await askedByStudio(request.url);
  if (path === null)
    return new Response("This preview link is not valid any more. Open the preview in the Studio again.", {
      status: 401,
      headers: { "Cache-Control": PRIVATE },
    });
  return redirect(path, { headers: { "Set-Cookie": await preview.begin(), "Cache-Control": PRIVATE } });
}

/** Exit preview. */
export async function action(_args: ActionFunctionArgs) {
  return redirect("/", { status: 303, headers: { "Set-Cookie": await preview.end() } });
}
