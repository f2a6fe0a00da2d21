import { data, redirect, type ActionFunctionArgs } from "@remix-run/node";
import type { PostedOrder } from "./order-form.tsx";
import { thankYouPath } from "./thank-you-path.ts";

const NO_STORE = { "Cache-Control": "no-store" };

/**
 * The action of `/contract` and `/contract/:token`. A placed order is kept for the thank-you page. Without scripts a placed order redirects to the thank-you page, and a
 * rejected one is rendered with what was posted.
 */
export async function contractAction({ context, request, params }: ActionFunctionArgs) {
  const received = await context.services.contracts.receive(request, context.callerKey, params["token"]);
  const { result, status, form, scripted } = received;
  const headers = new Headers(NO_STORE);
  if (result.status === "placed")
    headers.set("Set-Cookie", await context.services.contracts.placedOrders.keep(result));
  if (scripted) return data(result, { status, headers });
  if (result.status === "placed") return redirect(thankYouPath(result), { status: 303, headers });
  const fields = [...(form ?? [])].filter((entry): entry is [string, string] => typeof entry[1] === "string");
  return data({ outcome: result, fields } satisfies PostedOrder, { status, headers });
}
