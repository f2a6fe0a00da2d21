import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { safeRedirectPath } from "../auth/redirect-path.ts";
import { PRIVATE } from "../platform/cache-control.ts";

/** The Studio's Presentation tool names the page to show, and what of it, in these parameters. */
const PATHNAME = "sanity-preview-pathname";
const PERSPECTIVE = "sanity-preview-perspective";

/** The Studio shows the response in its frame. */
const REFUSED = {
  "Cache-Control": PRIVATE,
  "X-Frame-Options": "SAMEORIGIN",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'self'",
};

/** Starts a preview for a session that may edit content, or shows another perspective in it. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { preview } = context.services;
  if (!(await preview.isAllowed(request)))
    return new Response("Sign in at this site (/login) to see drafts, then open the preview again.", {
      status: 401,
      headers: REFUSED,
    });
  const { searchParams } = new URL(request.url);
  return redirect(safeRedirectPath(searchParams.get(PATHNAME)) ?? "/", {
    headers: { "Set-Cookie": preview.begin(searchParams.get(PERSPECTIVE)), "Cache-Control": PRIVATE },
  });
}

export async function action({ context }: ActionFunctionArgs) {
  return redirect("/", { status: 303, headers: { "Set-Cookie": context.services.preview.end() } });
}
