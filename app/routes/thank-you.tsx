import type { HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { unlisted } from "../site/seo.ts";
import THANK_YOU from "../model/texts/thank-you.json" with { type: "json" };
import { submissionReference, ThankYou } from "../pages/thank-you/thank-you.tsx";
import { PRIVATE } from "../platform/cache-control.ts";

export const headers: HeadersFunction = () => ({ "Cache-Control": PRIVATE });

export const meta = unlisted(THANK_YOU, "heading");

export async function loader({ context, request }: LoaderFunctionArgs) {
  const reference = submissionReference(new URL(request.url).searchParams.get("ref"));
  const { placedOrders } = context.services.orders;
  const confirmation = await placedOrders.confirmationPath(request.headers.get("Cookie"), reference);
  return { reference, confirmation };
}

export { shouldRevalidate } from "../platform/http/public-page.ts";

export default function ThankYouPage() {
  return <ThankYou {...useLoaderData<typeof loader>()} />;
}
