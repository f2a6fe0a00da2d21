import { data, redirect } from "@remix-run/node";
import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { handleSignIn } from "../auth/auth.instance.server.ts";
import { AUTH_TEXTS } from "../auth/messages.ts";
import type { SignInOutcome } from "../auth/outcome.ts";
import { safeRedirectPath } from "../auth/redirect-path.ts";
import { SignInForm } from "../auth/sign-in-form.tsx";
import { PRIVATE } from "../platform/cache-control.ts";
import { PageHeader } from "../site/page-header.tsx";
import { unlistedMeta } from "../site/seo.ts";
import { Container } from "../ui/container.tsx";

export const meta: MetaFunction = ({ matches }) => unlistedMeta(matches, AUTH_TEXTS.title);

export const headers: HeadersFunction = ({ actionHeaders }) =>
  actionHeaders && [...actionHeaders].length > 0 ? actionHeaders : { "Cache-Control": PRIVATE };

export async function loader({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  return { redirectTo: safeRedirectPath(searchParams.get("redirectTo")) ?? null };
}

/** The form as a browser without scripts sends it; with scripts it goes to /api/sign-in. */
export async function action({ request }: ActionFunctionArgs) {
  const { outcome, status, headers } = await handleSignIn(request);
  if (outcome.status === "signed-in") throw redirect(outcome.to, { status: 303, headers });
  return data(outcome, { status, headers });
}

export default function Login() {
  const { redirectTo } = useLoaderData<typeof loader>();
  const outcome = useActionData() as SignInOutcome | undefined;
  return (
    <>
      <PageHeader heading={AUTH_TEXTS.title} eyebrow={AUTH_TEXTS.eyebrow} intro={AUTH_TEXTS.intro} />
      <Container width="text" className="py-16">
        <SignInForm redirectTo={redirectTo} posted={outcome} />
      </Container>
    </>
  );
}
