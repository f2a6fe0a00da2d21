import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { orRedirect } from "../content/redirects.server.ts";

/** Handles all unknown paths. The root renders the error page inside the layout. */
export function loader(args: LoaderFunctionArgs): Promise<never> {
  return orRedirect(args, () => {
    throw new Response("Not found", { status: 404 });
  });
}

export const meta: MetaFunction = () => [{ name: "robots", content: "noindex" }];

export default function NotFound() {
  return null;
}
