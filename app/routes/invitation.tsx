import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { InvitationForm } from "../auth/invitation-form.tsx";
import type { InvitationResult } from "../auth/results.ts";
import { useTexts } from "../content/use-texts.ts";
import { ROLE_TEXTS } from "../model/role-texts.ts";
import SIGN_IN from "../model/texts/sign-in.json" with { type: "json" };
import { fillIn } from "../model/texts/texts.ts";
import { headersOfForm, PRIVATE } from "../platform/cache-control.ts";
import { PageHeader } from "../site/page-header.tsx";
import { unlisted } from "../site/seo.ts";
import { Container } from "../ui/container.tsx";

export const meta = unlisted(SIGN_IN, "invitationTitle");

export const headers = headersOfForm(PRIVATE);

const tokenOf = (request: Request) => new URL(request.url).searchParams.get("token") ?? "";

/** The form for a password. A visit does not use the link. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { auth, env } = context.services;
  const invited = await auth.invited(tokenOf(request));
  return data({ invited, google: env.google.on }, { status: invited === null ? 400 : 200 });
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { result, ...init } = await context.services.auth.acceptInvitation(
    request,
    context.callerKey,
    tokenOf(request),
  );
  if (result.status === "signed-in" || result.status === "code-needed")
    throw redirect(result.to, { ...init, status: 303 });
  return data(result, init);
}

export { keepSessionForm as clientAction } from "../auth/session-form.ts";

export default function Invitation() {
  const texts = useTexts(SIGN_IN);
  const { invited, google } = useLoaderData<typeof loader>();
  const result = useActionData() as InvitationResult | undefined;
  return (
    <>
      <PageHeader
        heading={texts.invitationTitle}
        eyebrow={texts.eyebrow}
        intro={
          invited
            ? fillIn(texts.invitationIntro, { email: invited.email, task: ROLE_TEXTS[invited.role].task })
            : texts.invitationBadLink
        }
      />
      <Container className="py-12 sm:py-16">
        <InvitationForm invited={invited} google={google} result={result} />
      </Container>
    </>
  );
}
