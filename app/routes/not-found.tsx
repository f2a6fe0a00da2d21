import type { MetaFunction } from "@remix-run/node";

/** Handles all unknown paths. The root renders the error page inside the layout. */
export function loader(): never {
  throw new Response("Not found", { status: 404 });
}

export const meta: MetaFunction = () => [{ name: "robots", content: "noindex" }];

export default function NotFound() {
  return null;
}
