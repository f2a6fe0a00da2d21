import { data, redirect, type ActionFunctionArgs } from "@remix-run/node";
import type { PostedOrder } from "./order-form.tsx";
import { thankYouPath } from "./contract-action.ts";

/**
 * The action of `/contract` and `/contract/:token`. A placed order is kept for the thank-you page. Without scripts a placed order redirects to the thank-you page, and a
 * rejected one is rendered with what was posted.
 */
export async function contractAction({ context, request, params }: ActionFunctionArgs) {
  const { orders } = context.services;
  const received = await orders.receive(request, context.callerKey, params["token"]);
  const { result, status, headers, form, scripted } = received;
  if (result.status === "placed") headers.set("Set-Cookie", await orders.placedOrders.keep(result));
  if (scripted) return data(result, { status, headers });
  if (result.status === "placed") return redirect(thankYouPath(result), { status: 303, headers });
  const fields = [...(form ?? [])].filter((entry): entry is [string, string] => typeof entry[1] === "string");
  return data({ outcome: result, fields } satisfies PostedOrder, { status, headers });
}
