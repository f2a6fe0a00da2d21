import { markOf } from "../submissions/trap/trap.instance.server.ts";

/** The mark for a form that somebody begins to fill in (docs/decisions/0015). */
export const loader = () =>
  new Response(markOf("begun"), {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
  });
