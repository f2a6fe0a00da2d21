import type { MetaFunction } from "@remix-run/node";

/** Every address that no other route knows. The root's error page answers, inside the layout. */
export function loader(): never {
  throw new Response("Not found", { status: 404 });
}

export const meta: MetaFunction = () => [{ name: "robots", content: "noindex" }];

export default function NotFound() {
  return null;
}
