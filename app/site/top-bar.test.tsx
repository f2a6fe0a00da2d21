import { createRemixStub } from "@remix-run/testing";
import { act, cleanup, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { TopBar } from "./top-bar.tsx";

afterEach(cleanup);

beforeEach(() => {
  window.scrollY = 0;
  // Ignores the stub router's announcement of React Router 7.
  vi.spyOn(console, "warn").mockImplementation((text: string) => {
    if (!text.includes("React Router Future Flag")) throw new Error(text);
  });
});

function show(path: string) {
  const Stub = createRemixStub([{ path: "*", Component: () => <TopBar companyName="Acme" /> }]);
  render(<Stub initialEntries={[path]} />);
  const [wide, narrow] = screen.getAllByRole("navigation", { name: "Main", hidden: true });
  if (!wide || !narrow) throw new Error("the bar has no two menus");
  return { wide: within(wide), narrow: within(narrow) };
}

function currentOf(path: string): (string | null)[] {
  const links = show(path).wide.getAllByRole("link", { hidden: true });
  const current = links.filter((link) => link.getAttribute("aria-current") === "page");
  cleanup();
  return current.map((link) => link.textContent);
}

test("the links are the specified ones, in order, and Get Started is apart", () => {
  const { wide } = show("/");
  const links = wide.getAllByRole("link", { hidden: true });
  expect(links.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["Home", "/"],
    ["About", "/about"],
    ["Services", "/services"],
    ["Portfolio", "/portfolio"],
    ["Blog", "/blog"],
    ["Contact", "/contact"],
  ]);
  expect(screen.getAllByRole("link", { name: "Get Started", hidden: true })[0]?.getAttribute("href")).toBe(
    "/get-started",
  );
});

test("the active link goes by path segment, Home only by itself", () => {
  expect(currentOf("/")).toEqual(["Home"]);
  expect(currentOf("/blog/a-post")).toEqual(["Blog"]);
  expect(currentOf("/blogging")).toEqual([]);
  expect(currentOf("/about?x=1")).toEqual(["About"]);
});

test("the scrolled look starts strictly above 50 pixels", () => {
  show("/");
  const scrollTo = (y: number) =>
    act(() => {
      window.scrollY = y;
      window.dispatchEvent(new Event("scroll"));
    });
  const bar = screen.getByRole("banner");
  scrollTo(50);
  expect(bar.hasAttribute("data-scrolled")).toBe(false);
  scrollTo(50.5);
  expect(bar.hasAttribute("data-scrolled")).toBe(true);
  scrollTo(0);
  expect(bar.hasAttribute("data-scrolled")).toBe(false);
});

test("a page that starts in its middle starts with the scrolled look", () => {
  window.scrollY = 400;
  show("/");
  expect(screen.getByRole("banner").hasAttribute("data-scrolled")).toBe(true);
});

test("the menu closes when a link is chosen and on Escape, which returns the focus", async () => {
  const user = userEvent.setup();
  const { narrow } = show("/");
  const details = document.querySelector("details");
  const summary = document.querySelector("summary");
  if (!details || !summary) throw new Error("the bar has no menu");
  details.open = true;
  await user.click(narrow.getByRole("link", { name: "About", hidden: true }));
  expect(details.open).toBe(false);
  details.open = true;
  await user.keyboard("{Escape}");
  expect(details.open).toBe(false);
  expect(document.activeElement).toBe(summary);
});
