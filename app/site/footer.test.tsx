import { createRemixStub } from "@remix-run/testing";
import { cleanup, render, screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { Shell } from "./shell.tsx";

afterEach(cleanup);

const settings = {
  companyName: "Harborlight",
  legalName: null,
  tagline: "",
  email: "hello@example.com",
  location: "New York, NY",
  socialLinks: [],
};

async function footerOn(path: string) {
  const Newsletter = () => <form aria-label="Newsletter" />;
  const page = { path: "*", Component: () => <h1>Page</h1> };
  const Site = createRemixStub([
    {
      id: "root",
      path: "/",
      loader: () => ({ settings, services: [], year: 2026, measurementId: null, formToken: "", texts: {} }),
      Component: () => (
        <Shell newsletter={Newsletter}>
          <h1>Page</h1>
        </Shell>
      ),
      children: [page],
    },
  ]);
  render(<Site initialEntries={[path]} />);
  return within(await screen.findByRole("contentinfo"));
}

test.each([
  "/admin",
  "/admin/contracts/one",
  "/account",
  "/order/token",
  "/order/token/invoices/1",
  "/contract/token",
])("on %s it is small: how to reach the company and the legal pages, nothing to fill in", async (path) => {
  const footer = await footerOn(path);
  expect(footer.getByRole("link", { name: "hello@example.com" })).toBeDefined();
  expect(footer.getByRole("link", { name: "Privacy Policy" })).toBeDefined();
  expect(footer.queryAllByRole("textbox").length + footer.queryAllByRole("searchbox").length).toBe(0);
  expect(footer.queryByRole("form")).toBeNull();
  expect(footer.queryByRole("link", { name: "About" })).toBeNull();
});

test.each(["/", "/contract", "/administration", "/thank-you"])("on %s it is whole", async (path) => {
  const footer = await footerOn(path);
  expect(footer.getByRole("form", { name: "Newsletter" })).toBeDefined();
  expect(footer.getByRole("searchbox")).toBeDefined();
  expect(footer.getByRole("link", { name: "About" })).toBeDefined();
});
