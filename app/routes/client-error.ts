import type { ActionFunctionArgs } from "@remix-run/node";

/** Takes the report of an error that happened in a browser. */
export async function action({ context, request }: ActionFunctionArgs): Promise<Response> {
  await context.services.clientErrors.report(request, context.callerKey);
  return new Response(null, { status: 204 });
}

export function loader(): Response {
  return new Response(null, { status: 405, headers: { Allow: "POST" } });
}
