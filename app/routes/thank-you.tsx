import type { HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { confirmationPath } from "../contracts/thank-you-path.ts";
import { siteTexts, unlistedMeta } from "../layout/seo.ts";
import { THANK_YOU } from "../pages/thank-you/texts.ts";
import { submissionReference, ThankYou } from "../pages/thank-you/thank-you.tsx";
import { PRIVATE } from "../platform/cache-control.ts";

export const headers: HeadersFunction = () => ({ "Cache-Control": PRIVATE });

export const meta: MetaFunction = ({ matches }) =>
  unlistedMeta(matches, siteTexts(matches, THANK_YOU).heading);

export function loader({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  return {
    reference: submissionReference(searchParams.get("ref")),
    confirmation: confirmationPath(searchParams.get("order")),
  };
}

export { keepAfterPost as shouldRevalidate } from "../platform/http/route-client.ts";

export default function ThankYouPage() {
  return <ThankYou {...useLoaderData<typeof loader>()} />;
}
