// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { TYPING, typingScript } from "./typing.ts";

/** What jsdom lacks of the browser. */
function giveHighlights(still = false) {
  const highlights = new Map<string, unknown>();
  vi.stubGlobal("CSS", { highlights });
  vi.stubGlobal(
    "Highlight",
    class {
      ranges: Range[];
      constructor(...ranges: Range[]) {
        this.ranges = ranges;
      }
    },
  );
  vi.stubGlobal("matchMedia", () => ({ matches: still }));
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
  return highlights;
}

/** Runs the text that stands in the page, as a browser would: nothing but what is global is there. */
function openPage(): HTMLElement {
  document.body.innerHTML = `<h1 class="typed-headline">Technology</h1><span></span>`;
  // oxlint-disable-next-line no-implied-eval, no-new-func -- a script of a page is a text
  new Function(typingScript)();
  return document.querySelector("h1") as HTMLElement;
}

beforeEach(() => vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("specification 9: nothing for 500 ms, then one character every 80 ms, to the end", () => {
  const highlights = giveHighlights();
  const heading = openPage();
  expect(TYPING).toEqual({ start: 500, step: 80 });
  vi.advanceTimersByTime(579);
  expect(heading.dataset.typed).toBe("0");
  vi.advanceTimersByTime(41);
  expect(heading.dataset.typed).toBe("1");
  vi.advanceTimersByTime(80 * 4);
  expect(heading.dataset.typed).toBe("5");
  expect((highlights.get("untyped") as { ranges: Range[] }).ranges[0]?.toString()).toBe("ology");
  vi.advanceTimersByTime(80 * 5);
  expect(heading.dataset.typed).toBe("done");
  expect(highlights.size).toBe(0);
  expect(heading.textContent).toBe("Technology");
});

test("a heading that has left the page types no further and leaves the next one alone", () => {
  const highlights = giveHighlights();
  const first = openPage();
  vi.advanceTimersByTime(700);
  const second = openPage();
  const own = highlights.get("untyped");
  vi.advanceTimersByTime(200);
  expect(first.dataset.typed).toBe("done");
  expect(highlights.get("untyped")).toBe(own);
  expect(second.dataset.typed).toBe("0");
});

test("where motion is not wanted it stands still", () => {
  giveHighlights(true);
  expect(openPage().dataset.typed).toBeUndefined();
});
