// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from "vitest";
import { startScript } from "./late.tsx";

let page: Document;
let view: EventTarget;
let painted: () => void;

const TEMPLATE = `<template data-late=""><link rel="modulepreload" href="/a.js"></template>`;

/** Opens a page with two templates and runs the script in it. */
function openPage(readyState: DocumentReadyState = "interactive") {
  page = document.implementation.createHTMLDocument();
  Object.defineProperty(page, "readyState", { value: readyState, configurable: true });
  page.body.innerHTML = `<p>text</p>${TEMPLATE}<i></i><template data-late=""><b></b></template>`;
  view = new EventTarget();
  // oxlint-disable-next-line no-implied-eval, no-new-func -- the script of a page is a string
  new Function("window", "document", startScript)(view, page);
}

const late = () => page.querySelectorAll("template").length;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal(
    "PerformanceObserver",
    class {
      constructor(callback: (list: unknown, observer: unknown) => void) {
        const list = { getEntriesByName: () => [{}] };
        painted = () => callback(list, this);
      }
      observe() {}
      disconnect() {}
    },
  );
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

test("when the page is loaded and painted the scripts come, each in its place", () => {
  openPage();
  view.dispatchEvent(new Event("load"));
  vi.advanceTimersByTime(100);
  expect(late()).toBe(2);
  painted();
  expect(page.body.innerHTML).toBe(`<p>text</p><link rel="modulepreload" href="/a.js"><i></i><b></b>`);
});

test("the last button pressed before the page is live is noted and kept from React, others are not", () => {
  openPage();
  const pressed: unknown[] = [];
  page.addEventListener("click", ({ target }) => pressed.push(target), { capture: true });
  page.body.innerHTML = `<button type="button"><i></i></button><a href="/x">x</a><button type="submit"></button>`;
  const press = () => page.querySelectorAll<HTMLElement>("i, a, [type=submit]").forEach((one) => one.click());
  press();
  expect((view as unknown as Window).earlyPress).toBe(page.querySelector("button"));
  expect(pressed).toEqual([...page.querySelectorAll("a, [type=submit]")]);
  page.documentElement.dataset.live = "";
  press();
  expect(pressed.slice(2)).toEqual([...page.querySelectorAll("i, a, [type=submit]")]);
});

test.each(["pointerdown", "keydown", "focusin", "scroll"])("%s brings them at once", (type) => {
  openPage();
  page.body.dispatchEvent(new Event(type, { bubbles: true }));
  expect(late()).toBe(0);
});

test("a move before the page is parsed brings them when it is", () => {
  openPage("loading");
  page.body.dispatchEvent(new Event("pointerdown", { bubbles: true }));
  expect(late()).toBe(2);
  Object.defineProperty(page, "readyState", { value: "interactive" });
  page.dispatchEvent(new Event("DOMContentLoaded"));
  expect(late()).toBe(0);
});

test("a picture that does not come holds them up for three seconds at most", () => {
  openPage();
  page.dispatchEvent(new Event("DOMContentLoaded"));
  vi.advanceTimersByTime(2_999);
  expect(late()).toBe(2);
  vi.advanceTimersByTime(1);
  expect(late()).toBe(0);
});

test("a page that is made ahead of time waits until it is seen", () => {
  openPage();
  const shown = Object.assign(page, { prerendering: true });
  page.dispatchEvent(new Event("DOMContentLoaded"));
  vi.advanceTimersByTime(60_000);
  expect(late()).toBe(2);
  shown.prerendering = false;
  page.dispatchEvent(new Event("prerenderingchange"));
  expect(late()).toBe(0);
});
