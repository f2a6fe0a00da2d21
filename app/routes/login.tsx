import { data, redirect } from "@remix-run/node";
import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { LoginScreen } from "../auth/login-screen.tsx";
import { AUTH_TEXTS } from "../auth/messages.ts";
import type { SignInOutcome } from "../auth/outcome.ts";
import { PRIVATE } from "../platform/cache-control.ts";
import { PageHeader } from "../layout/page-header.tsx";
import { unlistedMeta } from "../layout/seo.ts";

export const meta: MetaFunction = ({ matches }) => unlistedMeta(matches, AUTH_TEXTS.title);

export const headers: HeadersFunction = ({ actionHeaders }) =>
  actionHeaders && [...actionHeaders].length > 0 ? actionHeaders : { "Cache-Control": PRIVATE };

export const loader = ({ context, request }: LoaderFunctionArgs) => context.services.auth.loginView(request);

/** The form as a browser without scripts sends it; with scripts it goes to /api/sign-in. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { outcome, status, headers } = await context.services.auth.signIn(request, context.callerKey);
  if (outcome.status === "signed-in" || outcome.status === "code-needed")
    throw redirect(outcome.to, { status: 303, headers });
  return data(outcome, { status, headers });
}

export default function Login() {
  const view = useLoaderData<typeof loader>();
  const posted = useActionData() as SignInOutcome | undefined;
  return (
    <>
      <PageHeader heading={AUTH_TEXTS.title} eyebrow={AUTH_TEXTS.eyebrow} intro={AUTH_TEXTS.intro} />
      <LoginScreen {...view} posted={posted} />
    </>
  );
}
