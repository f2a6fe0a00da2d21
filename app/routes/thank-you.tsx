import type { HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { PRIVATE } from "../platform/cache-control.ts";
import { unlistedMeta } from "../site/seo.ts";
import { submissionReference } from "../thank-you/reference.ts";
import { ThankYou } from "../thank-you/thank-you.tsx";

export const headers: HeadersFunction = () => ({ "Cache-Control": PRIVATE });

export const meta: MetaFunction = ({ matches }) => unlistedMeta(matches, "Thank you");

export function loader({ request }: LoaderFunctionArgs) {
  return { reference: submissionReference(new URL(request.url).searchParams.get("ref")) };
}

export default function ThankYouPage() {
  return <ThankYou reference={useLoaderData<typeof loader>().reference} />;
}
