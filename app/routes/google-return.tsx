import type { HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { GoogleFinished } from "../auth/google-sign-in.tsx";
import { googleResponse } from "../auth/google.server.ts";
import SIGN_IN from "../model/texts/sign-in.json" with { type: "json" };
import { PRIVATE } from "../platform/cache-control.ts";
import { unlisted } from "../site/seo.ts";

export const meta = unlisted(SIGN_IN, "title");

export const headers: HeadersFunction = () => ({ "Cache-Control": PRIVATE });

/** The callback of Google's sign-in. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  return googleResponse(await context.services.auth.finishGoogle(request, context.callerKey));
}

export default function GoogleReturn() {
  return <GoogleFinished {...useLoaderData<typeof loader>()} />;
}
