import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { CodeForm } from "../auth/code-form.tsx";
import type { CodeResult } from "../auth/results.ts";
import { useTexts } from "../content/use-texts.ts";
import SIGN_IN from "../model/texts/sign-in.json" with { type: "json" };
import { headersOfForm, PRIVATE } from "../platform/cache-control.ts";
import { PageHeader } from "../site/page-header.tsx";
import { unlisted } from "../site/seo.ts";
import { Container } from "../ui/container.tsx";

export const meta = unlisted(SIGN_IN, "codeTitle");

export const headers = headersOfForm(PRIVATE);

/** The step between password and session; without a pending sign-in it starts over. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  if (!(await context.services.auth.isCodeNeeded(request)))
    throw redirect("/login", { headers: { "Cache-Control": PRIVATE } });
  return { recovery: new URL(request.url).searchParams.has("recovery") };
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { result, status, headers } = await context.services.auth.signInWithCode(request, context.callerKey);
  if (result.status === "signed-in") throw redirect(result.to, { status: 303, headers });
  if (result.status === "expired") throw redirect("/login", { status: 303, headers });
  return data(result, { status, headers });
}

export { keepSessionForm as clientAction } from "../auth/session-form.ts";

export default function LoginCode() {
  const texts = useTexts(SIGN_IN);
  const { recovery } = useLoaderData<typeof loader>();
  const result = useActionData() as CodeResult | undefined;
  return (
    <>
      <PageHeader heading={texts.codeTitle} eyebrow={texts.eyebrow} intro={texts.codeIntro} />
      <Container className="py-12 sm:py-16">
        <CodeForm recovery={recovery} result={result} />
      </Container>
    </>
  );
}
