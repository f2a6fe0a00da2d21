import type { LoaderFunctionArgs } from "@remix-run/node";

/** Returns the form token when a visitor starts to fill in a form (docs/decisions/0015). */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const before = new URL(request.url).searchParams.get("after");
  return new Response(await context.services.formTokens.forFocus(context.callerKey, before), {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
  });
}
