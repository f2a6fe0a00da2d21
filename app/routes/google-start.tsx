import { redirect, type ActionFunctionArgs, type HeadersFunction } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { GoogleFinished } from "../auth/google-sign-in.tsx";
import { googleResponse } from "../auth/google.server.ts";
import SIGN_IN from "../model/texts/sign-in.json" with { type: "json" };
import { PRIVATE } from "../platform/cache-control.ts";
import { unlisted } from "../site/seo.ts";

export const meta = unlisted(SIGN_IN, "title");

export const headers: HeadersFunction = () => ({ "Cache-Control": PRIVATE });

/** Only a POST of our own pages redirects to Google. */
export const loader = () => redirect("/login", { headers: { "Cache-Control": PRIVATE } });

export async function action({ context, request }: ActionFunctionArgs) {
  const reply = await context.services.auth.startGoogle(request, context.callerKey);
  if (reply instanceof Response) throw reply;
  return googleResponse(reply);
}

/** Shown in the window when the sign-in cannot start. */
export default function GoogleStart() {
  const end = useActionData<typeof action>();
  return end ? <GoogleFinished failed={end.failed} /> : null;
}
