import { createRemixStub } from "@remix-run/testing";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach } from "vitest";
import { ContactForm } from "../../app/forms/contact/contact-form.tsx";
import type { ContactFormData } from "../../app/forms/contact/contact-query.ts";
import { contactFormOf, viewOf } from "../../app/forms/contact/form-fields.server.ts";
import type { ContactResult } from "../../app/forms/contact/messages.ts";
import { callAction } from "../../app/platform/http/route-client.ts";
import { formEndpoint } from "./form-endpoint.ts";

/** The contact form on a page of a test, and the action that it posts to. */
export function contactScreen() {
  const endpoint = formEndpoint<ContactResult>({
    status: 200,
    body: { status: "sent", reference: "7KQ2-M9XD" },
  });
  afterEach(cleanup);

  function show({ posted, service = "Machine Learning", form = viewWith(null, service), words }: Shown = {}) {
    const Component = () => <ContactForm email="hello@example.com" form={form} posted={posted} />;
    const root = { texts: words ? { contactTexts: words } : {} };
    const action: typeof endpoint.action = (args) => callAction(() => endpoint.action(args));
    const children = [{ path: "contact", Component, action }];
    const Stub = createRemixStub([{ id: "root", path: "/", loader: () => root, children }]);
    return render(<Stub initialEntries={["/contact"]} hydrationData={{ loaderData: { root } }} />);
  }
  return { endpoint, show };
}

interface Shown {
  posted?: ContactResult;
  service?: string | null;
  form?: ReturnType<typeof viewWith>;
  /** What the owner changed of the form's words. */
  words?: Record<string, string>;
}

/** Returns what the page shows of a form with these settings. */
export const viewWith = (settings: ContactFormData["settings"], service: string | null = null) =>
  viewOf(contactFormOf({ settings, services: [], texts: null }), service);

export const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
export const click = () => fireEvent.click(screen.getByRole("button"));

export function fill(): void {
  fireEvent.change(field("Name"), { target: { value: "Ada" } });
  fireEvent.change(field("Email"), { target: { value: "ada@example.com" } });
  fireEvent.change(field("Message"), { target: { value: "Hello" } });
}
