import { createRemixStub } from "@remix-run/testing";
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { HOME } from "../../content/editable.ts";
import { loadLateSections } from "./late-sections.ts";
import { placeSections } from "./load-sections.server.ts";
import type { StoredSection } from "./section-types.ts";
import { PageSections } from "./sections.tsx";

const words = (text: string, style: string) => ({
  _key: text,
  _type: "block",
  style,
  markDefs: [],
  children: [{ _key: "a", _type: "span", text, marks: [] }],
});

const service = { _id: "a", title: "Rigging", slug: "rigging", summary: "Ropes.", icon: null };

const all = {
  text: {
    _key: "text",
    _type: "textSection",
    text: [words("How we work", "h2"), words("Slowly.", "normal")],
  },
  services: {
    _key: "services",
    _type: "servicesSection",
    heading: "How we work",
    intro: null,
    services: [service],
  },
  call: { _key: "call", _type: "callToActionSection", heading: "Write to us", text: null, cta: null },
  contact: { _key: "contact", _type: "formSection", heading: "Newsletter", intro: null, form: "newsletter" },
  empty: { _key: "empty", _type: "projectsSection", heading: "Nothing yet", intro: null, projects: [] },
};

const placed = (...keys: (keyof typeof all)[]) =>
  placeSections(
    keys.map((key, index) => ({ ...all[key], _key: `${key}-${index}` })) as unknown as StoredSection[],
  );

function show(sections: ReturnType<typeof placed>) {
  const Page = createRemixStub([
    { path: "/", Component: () => <PageSections page={HOME} sections={sections} contactForm={null} /> },
  ]);
  return render(<Page />);
}

test("headings of all sections have ids of their own, also where the words are the same", () => {
  const sections = placed("text", "services", "services", "call");
  expect(sections.flatMap((one) => ("headings" in one ? one.headings.map(({ id }) => id) : one.id))).toEqual([
    "how-we-work",
    "how-we-work-2",
    "how-we-work-3",
    "write-to-us",
  ]);
});

test("of two forms of a kind the first is shown", () => {
  expect(placed("contact", "call", "contact").map(({ _key }) => _key)).toEqual(["contact-0", "call-1"]);
});

test("sections stand in their order, repeated ones too; a collection without documents is left out", async () => {
  const { container } = show(placed("call", "services", "empty", "services"));
  const headings = await screen.findAllByRole("heading", { level: 2 });
  expect(headings.map(({ textContent }) => textContent)).toEqual([
    "Write to us",
    "How we work",
    "How we work",
  ]);
  expect(container.querySelectorAll(`a[href="/services#rigging"]`)).toHaveLength(2);
});

test("a text and a form are there at once when their code is, as on the server", async () => {
  const sections = placed("text", "contact");
  await loadLateSections(sections);
  const { container } = show(sections);
  expect(container.querySelector("h2")?.outerHTML).toBe('<h2 id="how-we-work">How we work</h2>');
  expect(container.querySelector("p")?.textContent).toBe("Slowly.");
  expect(container.querySelector("form")?.getAttribute("action")).toBe("/newsletter");
});
