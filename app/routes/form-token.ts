import type { LoaderFunctionArgs } from "@remix-run/node";

/** The form token for a form that a visitor begins to fill in, or fills in once more (docs/decisions/0015). */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const before = new URL(request.url).searchParams.get("after");
  return new Response(await context.services.createFocusToken(context.callerKey, before), {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
  });
}
