import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { formEndpoint } from "../../../tests/support/form-endpoint.ts";
import { NewsletterPopup } from "./newsletter-popup.tsx";
import { IDLE_AFTER } from "./when-not-typing.ts";

const endpoint = formEndpoint<unknown>({ status: 200, body: { status: "subscribed" } });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  localStorage.clear();
});

const realSetTimeout = globalThis.setTimeout;
/** Waits for the endpoint's answer without moving the clock of the test. */
async function until(check: () => void) {
  for (let tries = 0; ; tries++) {
    try {
      return check();
    } catch (error) {
      if (tries === 400) throw error;
      await act(() => new Promise((resolve) => realSetTimeout(resolve, 5)));
    }
  }
}
const advance = async (ms: number) => {
  await act(() => vi.advanceTimersByTimeAsync(ms));
  await act(() => vi.dynamicImportSettled());
};
const page = (pathname: string) => (
  <>
    <input aria-label="Another form" />
    <main tabIndex={-1}>
      <button type="button">Elsewhere</button>
    </main>
    <NewsletterPopup pathname={pathname} />
  </>
);
const card = () => screen.queryByRole("region");
const input = () => screen.getByLabelText<HTMLInputElement>("Email address");
const thanks = () => screen.queryByText("You've successfully subscribed to our newsletter.");

async function open(pathname = "/about") {
  const view = render(page(pathname));
  await advance(5_000);
  return view;
}
async function subscribe(email = "ada@example.com") {
  fireEvent.change(input(), { target: { value: email } });
  await act(async () => fireEvent.click(screen.getByRole("button", { name: "Subscribe" })));
}
async function subscribed() {
  await subscribe();
  await until(() => expect(thanks()).not.toBeNull());
}

describe("when it shows", () => {
  test("after five seconds, not before, and storing nothing", async () => {
    render(page("/"));
    await advance(4_999);
    expect(card()).toBeNull();
    await advance(1);
    expect(screen.getByRole("region", { name: "Subscribe to our newsletter" })).toBe(card());
    expect(localStorage.length).toBe(0);
    expect(document.activeElement).toBe(document.body);
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
    "/unsubscribe",
    "/newsletter",
  ])("never on %s, and afterwards on the next page", async (path) => {
    const { rerender } = await open(path);
    await advance(60_000);
    expect(card()).toBeNull();
    rerender(page("/about"));
    await advance(0);
    expect(card()).not.toBeNull();
  });

  test("it leaves with the page it was shown on and does not come back in this document", async () => {
    const { rerender } = await open();
    rerender(page("/contract"));
    expect(card()).toBeNull();
    rerender(page("/about"));
    await advance(60_000);
    expect(card()).toBeNull();
    expect(localStorage.length).toBe(0);
  });

  test("a visitor who is typing is left alone until the field is left", async () => {
    render(page("/contact"));
    act(() => screen.getByLabelText("Another form").focus());
    await advance(9_000);
    fireEvent.input(screen.getByLabelText("Another form"));
    await advance(IDLE_AFTER - 1);
    expect(card()).toBeNull();
    act(() => screen.getByRole("button", { name: "Elsewhere" }).focus());
    await advance(1);
    expect(card()).not.toBeNull();
  });

  test("a visitor who stands in a field without typing counts as idle in the end", async () => {
    render(page("/contact"));
    act(() => screen.getByLabelText("Another form").focus());
    await advance(5_000);
    await advance(IDLE_AFTER - 1);
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

describe("subscribing", () => {
  test("sends the address, says so meanwhile, thanks, and remembers both flags", async () => {
    await open();
    await subscribe();
    expect(screen.getByRole("button", { name: "Subscribing..." })).not.toBeNull();
    await until(() => expect(thanks()).not.toBeNull());
    expect(screen.getByRole("region", { name: "Thank You!" })).toBe(card());
    expect(endpoint.arrived).toEqual([
      { request: "POST /api/newsletter", body: "email=ada%40example.com&formMark=&website=" },
    ]);
    expect({ ...localStorage }).toEqual({ hasSeenPopup: "true", hasSubscribed: "true" });
  });

  test("a second click while it is sending sends nothing", async () => {
    await open();
    await subscribe();
    await act(async () => fireEvent.click(screen.getByRole("button", { name: "Subscribing..." })));
    await until(() => expect(thanks()).not.toBeNull());
    expect(endpoint.arrived).toHaveLength(1);
  });

  test.each(["", "   ", "ada", "ada@example", "ada example@x.org"])(
    "%j is refused on the spot",
    async (email) => {
      await open();
      await subscribe(email);
      expect(screen.getByText("Please enter a valid email address")).not.toBeNull();
      expect(input().getAttribute("aria-invalid")).toBe("true");
      expect(document.activeElement).toBe(input());
      expect(endpoint.arrived).toEqual([]);
      expect(localStorage.length).toBe(0);
    },
  );

  test.each([
    [
      403,
      { status: "failed", code: "permission-denied" },
      "Server error: Permission denied. Please try again later.",
    ],
    [
      503,
      { status: "failed", code: "unavailable" },
      "Network error. Please check your connection and try again.",
    ],
    [500, { status: "failed", code: "internal" }, "Something went wrong. Please try again later."],
    [403, "cross-site", "Server error: Permission denied. Please try again later."],
    [429, "too many", "Network error. Please check your connection and try again."],
    [502, "bad gateway", "Network error. Please check your connection and try again."],
    [404, "not here", "Something went wrong. Please try again later."],
    [200, "a page", "Something went wrong. Please try again later."],
  ])("status %i with %j keeps the card open with the address", async (status, body, text) => {
    endpoint.answer = { status, body };
    await open();
    await subscribe();
    await until(() => expect(screen.getByRole("alert").textContent).toBe(text));
    expect(input().value).toBe("ada@example.com");
    expect(localStorage.length).toBe(0);
    endpoint.answer = { status: 200, body: { status: "subscribed" } };
    await subscribed();
  });
});

describe("the focus after subscribing", () => {
  test("goes back at once to where it came from", async () => {
    await open();
    const elsewhere = screen.getByRole("button", { name: "Elsewhere" });
    act(() => elsewhere.focus());
    act(() => input().focus());
    await subscribed();
    expect(document.activeElement).toBe(elsewhere);
  });

  test("that came from nowhere is on the thanks, which close all the same, and then on the page", async () => {
    await open();
    act(() => input().focus());
    await subscribed();
    expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Thank You!" }));
    await advance(3_000);
    expect(card()).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole("main"));
  });

  test("is left alone where somebody has taken it meanwhile", async () => {
    await open();
    act(() => input().focus());
    await subscribe();
    act(() => screen.getByLabelText("Another form").focus());
    await until(() => expect(thanks()).not.toBeNull());
    expect(document.activeElement).toBe(screen.getByLabelText("Another form"));
  });
});

describe("the thank-you closes itself", () => {
  test("after three seconds", async () => {
    await open();
    await subscribed();
    await advance(2_999);
    expect(card()).not.toBeNull();
    await advance(1);
    expect(card()).toBeNull();
  });

  test("a pointer on the card stops the clock, and it goes on from there", async () => {
    await open();
    await subscribed();
    await advance(2_000);
    fireEvent.pointerMove(card() as HTMLElement);
    await advance(60_000);
    fireEvent.pointerLeave(card() as HTMLElement);
    await advance(999);
    expect(card()).not.toBeNull();
    await advance(1);
    expect(card()).toBeNull();
  });

  test("so does the focus", async () => {
    await open();
    await subscribed();
    await advance(1_000);
    act(() => screen.getByRole("button", { name: "Close newsletter sign-up" }).focus());
    await advance(60_000);
    act(() => screen.getByRole("button", { name: "Elsewhere" }).focus());
    await advance(1_999);
    expect(card()).not.toBeNull();
    await advance(1);
    expect(card()).toBeNull();
  });

  test("a pointer that only rests where the button was does not keep it", async () => {
    await open();
    fireEvent.pointerMove(card() as HTMLElement);
    await subscribed();
    await advance(3_000);
    expect(card()).toBeNull();
  });
});
