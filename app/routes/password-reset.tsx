import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import {
  useActionData,
  useLoaderData,
  type ClientActionFunctionArgs,
  type ShouldRevalidateFunction,
} from "@remix-run/react";
import { ResetForms, resetOpening, resetState } from "../auth/reset-screen.tsx";
import type { ResetResult } from "../auth/results.ts";
import { tellSession } from "../auth/session-form.ts";
import { useTexts } from "../content/use-texts.ts";
import SIGN_IN from "../model/texts/sign-in.json" with { type: "json" };
import { headersOfForm, PRIVATE } from "../platform/cache-control.ts";
import { keepForm } from "../platform/http/keep-form.ts";
import { PageHeader } from "../site/page-header.tsx";
import { unlisted } from "../site/seo.ts";
import { dataReply } from "../submissions/form-action.server.ts";
import { Container } from "../ui/container.tsx";

export const meta = unlisted(SIGN_IN, "resetTitle");

export const headers = headersOfForm(PRIVATE);

const tokenOf = (request: Request) => new URL(request.url).searchParams.get("token");

/** Without a token, the form that requests a link; with one, the form for the new password. A visit does not use the token. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const token = tokenOf(request);
  const link =
    token === null ? "none" : (await context.services.auth.isGoodResetToken(token)) ? "good" : "bad";
  return data({ link } as const, { status: link === "bad" ? 400 : 200 });
}

export async function action({ context, request }: ActionFunctionArgs) {
  const token = tokenOf(request);
  return dataReply(
    await (token === null
      ? context.services.auth.requestReset(request, context.callerKey)
      : context.services.auth.resetPassword(request, context.callerKey, token)),
  );
}

/** A link works once: loaded again after a new password, it would be reported as used. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ formMethod, defaultShouldRevalidate }) =>
  formMethod ? false : defaultShouldRevalidate;

/** `keepForm`. A new password ends the sessions of its account, which may be those of this browser. */
export async function clientAction(args: ClientActionFunctionArgs): Promise<unknown> {
  const result = (await keepForm(args)) as ResetResult | Response;
  if (result.status === "changed") await tellSession();
  return result;
}

export default function PasswordReset() {
  const texts = useTexts(SIGN_IN);
  const { link } = useLoaderData<typeof loader>();
  // Null when the form was not sent.
  const result = (useActionData() as ResetResult | null | undefined) ?? undefined;
  const state = resetState(link, result);
  const badLink = result ? result.status === "bad-link" : link === "bad";
  return (
    <>
      <PageHeader {...resetOpening(state, texts)} eyebrow={texts.eyebrow} />
      <Container className="py-12 sm:py-16">
        <ResetForms state={state} badLink={badLink} result={result} />
      </Container>
    </>
  );
}
