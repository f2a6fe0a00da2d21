import type { LoaderFunctionArgs } from "@remix-run/node";
import { published } from "../content/load.server.ts";
import { DRAWN } from "../platform/cache-control.ts";
import { pageOfShareCard } from "../layout/share-card/address.ts";
import { drawShareCard } from "../layout/share-card/draw.server.ts";
import { loadShareCard } from "../layout/share-card/load.server.ts";

/** The picture with which a page is shared, unless an editor chose one. */
export async function loader({ context, params }: LoaderFunctionArgs): Promise<Response> {
  const path = published(pageOfShareCard(params["*"] ?? ""));
  const picture = await drawShareCard(await loadShareCard(context, path));
  return new Response(new Uint8Array(picture), {
    headers: { "Content-Type": "image/png", "Cache-Control": DRAWN },
  });
}
