import type { LoaderFunctionArgs } from "@remix-run/node";

/** The mark for a form that somebody begins to fill in, or fills in once more (docs/decisions/0015). */
export const loader = ({ request, context }: LoaderFunctionArgs) =>
  new Response(context.services.formMark("begun", new URL(request.url).searchParams.get("after")), {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
  });
