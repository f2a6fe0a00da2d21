import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import {
  useActionData,
  useLoaderData,
  type ClientActionFunctionArgs,
  type ShouldRevalidateFunction,
} from "@remix-run/react";
import { LoginScreen } from "../auth/login-screen.tsx";
import type { SignInResult } from "../auth/results.ts";
import { redirectSession } from "../auth/session-form.ts";
import { textField } from "../content/editable.ts";
import { useTexts } from "../content/use-texts.ts";
import SIGN_IN from "../model/texts/sign-in.json" with { type: "json" };
import { headersOfForm, PRIVATE } from "../platform/cache-control.ts";
import { callAction } from "../platform/http/route-client.ts";
import { PageHeader } from "../site/page-header.tsx";
import { unlisted } from "../site/seo.ts";

export const meta = unlisted(SIGN_IN, "title");

export const headers = headersOfForm(PRIVATE);

export const loader = ({ context, request }: LoaderFunctionArgs) => context.services.auth.loginView(request);

export async function action({ context, request }: ActionFunctionArgs) {
  const { result, status, headers } = await context.services.auth.signIn(request, context.callerKey);
  if (result.status === "signed-in" || result.status === "code-needed")
    throw redirect(result.to, { status: 303, headers });
  return data(result, { status, headers });
}

/** Explains a failed request in the page, and after a sign-in loads a new document. */
export async function clientAction({ serverAction }: ClientActionFunctionArgs): Promise<SignInResult> {
  try {
    const result = await callAction(() => serverAction() as Promise<SignInResult>);
    return result.status === "failed" ? { status: "refused", code: "auth/network-request-failed" } : result;
  } catch (thrown) {
    return redirectSession(thrown as Response);
  }
}

/** A failed attempt changes nothing that the loader returned. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ formMethod, defaultShouldRevalidate }) =>
  formMethod ? false : defaultShouldRevalidate;

export default function Login() {
  const view = useLoaderData<typeof loader>();
  const texts = useTexts(SIGN_IN);
  const posted = useActionData() as SignInResult | undefined;
  return (
    <>
      <PageHeader
        shows={textField(SIGN_IN, "title")}
        heading={texts.title}
        eyebrow={texts.eyebrow}
        intro={texts.intro}
      />
      <LoginScreen {...view} posted={posted} />
    </>
  );
}
