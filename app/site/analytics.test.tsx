import { Link, Outlet } from "@remix-run/react";
import { createRemixStub } from "@remix-run/testing";
import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { StrictMode } from "react";
import { expect, onTestFinished, test } from "vitest";
import { countHere, PageViews, visitorObjects } from "./analytics.tsx";
import { googleCounter, referrerFor } from "./consent/google-analytics.tsx";

test("each path counts once per navigation, also under StrictMode; query and anchor are the same page", async () => {
  const paths: string[] = [];
  const count = (path: string) => void paths.push(path);
  const Page = createRemixStub([
    {
      path: "/",
      Component: () => (
        <>
          <PageViews count={count} />
          <Link to="/a">a</Link> <Link to="/a?tab=2">query</Link> <Link to="/b#end">b</Link>
          <Outlet />
        </>
      ),
      children: [{ path: "*", Component: () => null }],
    },
  ]);
  render(
    <StrictMode>
      <Page initialEntries={["/a"]} />
    </StrictMode>,
  );
  const user = userEvent.setup();
  for (const name of ["query", "b", "a"]) await user.click(await screen.findByRole("link", { name }));
  expect(paths).toEqual(["/a", "/b", "/a"]);
});

test("the pages of the people who run the site are not counted", () => {
  const send = () => expect.fail("counted");
  for (const path of ["/admin", "/admin/people", "/account", "/Account/"]) countHere(path, send);
});

test("the key in a private address is not counted", () => {
  const bodies: unknown[] = [];
  const send = (_url: unknown, init?: RequestInit) => {
    bodies.push(JSON.parse(String(init?.body)));
    return Promise.resolve(new Response());
  };
  for (const path of ["/order/s3cret", "/contract/s3cret", "/contract", "/contracts/a", "/accounts"])
    countHere(path, send as typeof fetch);
  expect(bodies).toEqual(
    ["/order", "/contract", "/contract", "/contracts/a", "/accounts"].map((path) => ({ path })),
  );
});

test.each([
  ["https://site.test/about?from=mail#x", "https://site.test/about"],
  ["https://site.test/order/s3cret", "https://site.test/"],
  ["https://site.test/login/reset?token=s3cret", "https://site.test/"],
  ["https://search.test/find?q=name", "https://search.test/"],
  ["", ""],
])("a visitor from %j comes from %j for Google", (referrer, expected) => {
  // As in older browsers.
  const { canParse } = URL;
  onTestFinished(() => void Object.assign(URL, { canParse }));
  Object.assign(URL, { canParse: undefined });
  expect(referrerFor(referrer, "https://site.test")).toBe(expected);
});

test.each([
  [{}, false],
  [{ doNotTrack: "0", globalPrivacyControl: false }, false],
  [{ doNotTrack: "1" }, true],
  [{ globalPrivacyControl: true }, true],
])("%j objects: %s", (signals, objects) => {
  expect(visitorObjects(signals as unknown as Navigator)).toBe(objects);
});

test("our own counter is told the path, without credentials, and does not mind a dead line", async () => {
  const calls: [string, RequestInit][] = [];
  countHere("/about", (url, init) => {
    calls.push([String(url), init ?? {}]);
    return Promise.reject(new TypeError("offline"));
  });
  await Promise.resolve();
  expect(calls).toHaveLength(1);
  expect(calls[0]?.[0]).toBe("/api/page-view");
  expect(calls[0]?.[1]).toMatchObject({ method: "POST", body: '{"path":"/about"}', credentials: "omit" });
});

test("Google's script is asked for once, with the first page view, and pages are told without their query", () => {
  const count = googleCounter("G-TEST", window, document);
  const scripts = () => [...document.querySelectorAll<HTMLScriptElement>("script[src*='gtag']")];
  expect(scripts()).toHaveLength(0);
  count("/a");
  count("/b");
  expect(scripts().map((script) => script.src)).toEqual([
    "https://www.googletagmanager.com/gtag/js?id=G-TEST",
  ]);
  const layer = (window as unknown as { dataLayer: ArrayLike<unknown>[] }).dataLayer;
  const commands = layer.map((entry) => Array.from(entry));
  const place = (path: string) => ({ page_location: location.origin + path, page_referrer: "" });
  const view = (path: string) => ["event", "page_view", { page_path: path, page_title: "", ...place(path) }];
  expect(commands.slice(2)).toEqual([
    ["set", place("/a")],
    ["config", "G-TEST", { send_page_view: false }],
    view("/a"),
    ["set", place("/b")],
    view("/b"),
  ]);
});
