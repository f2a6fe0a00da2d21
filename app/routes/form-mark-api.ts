import type { LoaderFunctionArgs } from "@remix-run/node";

/** The mark for a form that somebody begins to fill in (docs/decisions/0015). */
export const loader = ({ context }: LoaderFunctionArgs) =>
  new Response(context.services.formMark("begun"), {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
  });
