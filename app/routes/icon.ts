import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { loadContent } from "../content/load.server.ts";
import { readLook } from "../content/look.server.ts";
import { iconPath } from "../content/look.ts";
import { siteQuery } from "../content/site-query.ts";
import { MOVED, PUBLIC_PAGE } from "../platform/cache-control.ts";
import { drawIcon, iconType, isIconName, loadIconSource } from "../site/icons.server.ts";

/** Draws an icon in the owner's look. Another version than the current one leads to it, so that strangers cannot ask for many. */
export async function loader({ context, params, request }: LoaderFunctionArgs): Promise<Response> {
  const [name = "", version, ...more] = (params["*"] ?? new URL(request.url).pathname.slice(1))
    .split("/")
    .toReversed();
  if (!isIconName(name) || more.length > 0) throw new Response("Not found", { status: 404 });
  const { look: stored } = await loadContent(context, siteQuery);
  const look = readLook(stored, { now: new Date(), warn: () => {} });
  if (version !== undefined && version !== look?.iconVersion)
    return redirect(iconPath(look, name), { headers: { "Cache-Control": MOVED } });
  const icon = await drawIcon(name, await loadIconSource(context, look));
  return new Response(new Uint8Array(icon), {
    headers: { "Content-Type": iconType(name), "Cache-Control": PUBLIC_PAGE },
  });
}
