import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData, type ClientActionFunctionArgs } from "@remix-run/react";
import { openingOf, textField, useEditable } from "../content/editable.ts";
import { loadContent, published } from "../content/load.server.ts";
import { introQuery } from "../content/site-query.ts";
import { useTexts } from "../content/use-texts.ts";
import { ContactDetails } from "../forms/contact/contact-details.tsx";
import { ContactForm } from "../forms/contact/contact-form.tsx";
import type { ContactResult } from "../forms/contact/messages.ts";
import CONTACT_TEXTS from "../model/texts/contact-form.json" with { type: "json" };
import { thankYouPath } from "../model/thanks.ts";
import { headersOfForm, PUBLIC_PAGE } from "../platform/cache-control.ts";
import { callAction } from "../platform/http/route-client.ts";
import { PageHeader } from "../site/page-header.tsx";
import { openingMeta } from "../site/seo.ts";
import { useSite } from "../site/site-data.ts";
import { organization } from "../site/structured-data.ts";
import { dataReply } from "../submissions/form-action.server.ts";
import { Container, Section } from "../ui/container.tsx";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  openingMeta(matches, "/contact", data?.intro, (site) => [organization(site)]);

export const headers = headersOfForm(PUBLIC_PAGE);

export async function loader({ context, request }: LoaderFunctionArgs) {
  const intro = published(await loadContent(context, introQuery, { id: "pageIntro-contact" }));
  const service = new URL(request.url).searchParams.get("service");
  return { intro, form: await context.services.contact.load(context, service) };
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { contact, sentCookies } = context.services;
  const received = await contact.receive(request, context.callerKey);
  const { result, status, headers } = received;
  if (result.status !== "sent" || status !== 303) return dataReply(received);
  headers.set("Set-Cookie", await sentCookies.keep("message", result.reference));
  return redirect(thankYouPath(result.reference), { status, headers });
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) => callAction(serverAction);

export { shouldRevalidate } from "../platform/http/public-page.ts";

export default function Contact() {
  const { intro, form } = useLoaderData<typeof loader>();
  const texts = useTexts(CONTACT_TEXTS);
  const edit = useEditable();
  const posted = useActionData() as ContactResult | undefined;
  const settings = useSite()?.settings;
  if (!settings) return null;
  return (
    <>
      <PageHeader {...intro} shows={openingOf("contact")} />
      <Section>
        <Container className="grid gap-x-16 gap-y-14 lg:grid-cols-[minmax(0,7fr)_minmax(0,4fr)]">
          <div>
            <h2 {...edit(textField(CONTACT_TEXTS, "formHeading"))} className="mb-8 text-2xl">
              {texts.formHeading}
            </h2>
            <ContactForm email={settings.email} form={form} posted={posted} />
          </div>
          <ContactDetails {...settings} />
        </Container>
      </Section>
    </>
  );
}
