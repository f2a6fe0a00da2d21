import type { LoaderFunctionArgs } from "@remix-run/node";
import { published } from "../content/load.server.ts";
import { pageOfShareCard } from "../model/page-list.ts";
import { DRAWN } from "../platform/cache-control.ts";
import { drawShareCard, loadShareCard } from "../site/share-card.server.tsx";

/** Renders the share image of a page, unless an editor chose one. */
export async function loader({ context, params }: LoaderFunctionArgs): Promise<Response> {
  const path = published(pageOfShareCard(params["*"] ?? ""));
  const picture = await drawShareCard(await loadShareCard(context, path));
  return new Response(new Uint8Array(picture), {
    headers: { "Content-Type": "image/png", "Cache-Control": DRAWN },
  });
}
