import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import {
  advance,
  card,
  goTo,
  input,
  open,
  show,
  stopClock,
} from "../../../tests/support/newsletter-card.tsx";
import { IDLE_AFTER_MS } from "./newsletter-popup.tsx";
import { hasFlag, storeFlag } from "./popup-flags.ts";

stopClock();

describe("when it shows", () => {
  test("after five seconds, not before, and storing nothing", async () => {
    show("/");
    await advance(4_999);
    expect(card()).toBeNull();
    await advance(1);
    expect(screen.getByRole("region", { name: "Subscribe to our newsletter" })).toBe(card());
    expect(localStorage.length).toBe(0);
    expect(document.activeElement).toBe(document.body);
  });

  test("after as many seconds as the owner chose", async () => {
    show("/", { seconds: 20 });
    await advance(19_999);
    expect(card()).toBeNull();
    await advance(1);
    expect(card()).not.toBeNull();
  });

  test("never where the owner does without it", async () => {
    show("/", { isOff: true });
    await advance(60_000);
    expect(card()).toBeNull();
  });

  test("five seconds after the page began to load, however late its scripts run", async () => {
    await advance(4_000);
    show("/");
    await advance(999);
    expect(card()).toBeNull();
    await advance(1);
    expect(card()).not.toBeNull();
  });

  test("at once where the scripts took longer than that", async () => {
    await advance(30_000);
    show("/");
    await advance(0);
    expect(card()).not.toBeNull();
  });

  test("never to somebody who has seen it", async () => {
    localStorage.setItem("hasSeenPopup", "true");
    await open();
    await advance(60_000);
    expect(card()).toBeNull();
  });

  test.each([
    "/login",
    "/admin",
    "/admin/contracts",
    "/questionnaire",
    "/contract",
    "/contract/token",
    "/order/token",
    "/order/token/invoices/INV-2026-0001",
    "/thank-you",
    "/account",
    "/login/reset",
    "/search",
    "/unsubscribe",
    "/newsletter",
  ])("never on %s, and afterwards on the next page", async (path) => {
    await open(path);
    await advance(60_000);
    expect(card()).toBeNull();
    await goTo("/about");
    await advance(0);
    expect(card()).not.toBeNull();
  });

  test.each(["/about", "/services", "/blog", "/blog/one", "/contact", "/privacy", "/made-by-an-editor"])(
    "on %s, which is there to be read",
    async (path) => {
      await open(path);
      expect(card()).not.toBeNull();
    },
  );

  test("it leaves with the page it was shown on and does not come back in this document", async () => {
    await open();
    await goTo("/contract");
    expect(card()).toBeNull();
    await goTo("/about");
    await advance(60_000);
    expect(card()).toBeNull();
    expect(localStorage.length).toBe(0);
  });

  test("a visitor who is typing is left alone until the field is left", async () => {
    show("/contact");
    act(() => screen.getByLabelText("Another form").focus());
    await advance(9_000);
    fireEvent.input(screen.getByLabelText("Another form"));
    await advance(IDLE_AFTER_MS - 1);
    expect(card()).toBeNull();
    act(() => screen.getByRole("button", { name: "Elsewhere" }).focus());
    await advance(1);
    expect(card()).not.toBeNull();
  });

  test("a visitor who stands in a field without typing counts as idle in the end", async () => {
    show("/contact");
    act(() => screen.getByLabelText("Another form").focus());
    await advance(5_000);
    await advance(IDLE_AFTER_MS - 1);
    expect(card()).toBeNull();
    await advance(1);
    expect(card()).not.toBeNull();
    expect(document.activeElement).toBe(screen.getByLabelText("Another form"));
  });
});

describe("closing", () => {
  test("the button closes it and remembers that it was seen", async () => {
    await open();
    fireEvent.click(screen.getByRole("button", { name: "Close newsletter sign-up" }));
    expect(card()).toBeNull();
    expect({ ...localStorage }).toEqual({ hasSeenPopup: "true" });
  });

  test("Escape closes it from anywhere and gives the focus back to where it was", async () => {
    await open();
    const elsewhere = screen.getByRole("button", { name: "Elsewhere" });
    act(() => elsewhere.focus());
    act(() => input().focus());
    fireEvent.keyDown(input(), { key: "Escape" });
    expect(card()).toBeNull();
    expect(localStorage.getItem("hasSeenPopup")).toBe("true");
    expect(document.activeElement).toBe(elsewhere);
  });

  test("Escape for an open menu is not for the card", async () => {
    render(
      <details open>
        <summary>Menu</summary>
      </details>,
    );
    await open();
    fireEvent.keyDown(screen.getByText("Menu"), { key: "Escape" });
    expect(card()).not.toBeNull();
    fireEvent.keyDown(document.body, { key: "Escape" });
    expect(card()).toBeNull();
  });
});

describe("a flag", () => {
  afterEach(() => vi.restoreAllMocks());

  const block = (method: "getItem" | "setItem") =>
    vi.spyOn(Storage.prototype, method).mockImplementation(() => {
      throw new DOMException("blocked", "SecurityError");
    });

  test("a flag is kept in the browser's storage, under its own name", () => {
    expect(hasFlag("hasSeenPopup")).toBe(false);
    storeFlag("hasSeenPopup");
    expect(hasFlag("hasSeenPopup")).toBe(true);
    expect(hasFlag("hasSubscribed")).toBe(false);
    expect({ ...localStorage }).toEqual({ hasSeenPopup: "true" });
  });

  test("where storage is blocked it lasts as long as the page", () => {
    block("getItem");
    block("setItem");
    expect(hasFlag("hasSeenPopup")).toBe(false);
    storeFlag("hasSeenPopup");
    expect(hasFlag("hasSeenPopup")).toBe(true);
  });
});
