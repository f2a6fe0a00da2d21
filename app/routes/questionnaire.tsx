import {
  data,
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import {
  useActionData,
  useLoaderData,
  type ClientActionFunctionArgs,
  type ShouldRevalidateFunction,
} from "@remix-run/react";
import { openingOf } from "../content/editable.ts";
import { loadContent, published } from "../content/load.server.ts";
import { introQuery } from "../content/site-query.ts";
import { thankYouReference, type QuestionnaireResult } from "../forms/questionnaire/questionnaire-result.ts";
import { Questionnaire } from "../forms/questionnaire/questionnaire.tsx";
import { thankYouPath } from "../model/thanks.ts";
import { headersOfForm, PUBLIC_PAGE } from "../platform/cache-control.ts";
import { callAction } from "../platform/http/route-client.ts";
import { PageHeader } from "../site/page-header.tsx";
import { openingMeta } from "../site/seo.ts";
import { Container, Section } from "../ui/container.tsx";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  openingMeta(matches, "/questionnaire", data?.intro);

export const headers = headersOfForm(PUBLIC_PAGE);

/** Steps need no data from the server. */
export const shouldRevalidate: ShouldRevalidateFunction = (to) =>
  to.currentUrl.pathname === to.nextUrl.pathname ? false : to.defaultShouldRevalidate;

export async function loader({ context }: LoaderFunctionArgs) {
  return { intro: published(await loadContent(context, introQuery, { id: "pageIntro-questionnaire" })) };
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { questionnaire, sentCookies } = context.services;
  const { result, status, headers } = await questionnaire.receive(
    request,
    context.callerKey,
    context.requestId,
  );
  if (result.status === "sent") {
    headers.set("Set-Cookie", await sentCookies.keep("questionnaire", result.reference));
    return redirect(thankYouPath(result.reference), { status: 303, headers });
  }
  return data(result, { status, headers });
}

/** Shows that the questionnaire was sent, and follows the redirect a second later. */
export async function clientAction({ serverAction }: ClientActionFunctionArgs): Promise<QuestionnaireResult> {
  try {
    return await callAction(() => serverAction<QuestionnaireResult>() as Promise<QuestionnaireResult>);
  } catch (redirected) {
    const location = (redirected as Response).headers.get("Location") ?? "";
    return { status: "sent", reference: thankYouReference(location) };
  }
}

export default function QuestionnairePage() {
  const { intro } = useLoaderData<typeof loader>();
  const posted = useActionData() as QuestionnaireResult | undefined;
  return (
    <>
      <PageHeader {...intro} shows={openingOf("questionnaire")} />
      <Section>
        <Container>
          <div className="max-w-[44rem]">
            <Questionnaire posted={posted} />
          </div>
        </Container>
      </Section>
    </>
  );
}
