import { act, fireEvent, screen } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import {
  advance,
  card,
  endpoint,
  holdResponse,
  input,
  open,
  stopClock,
  subscribe,
  subscribed,
  thanks,
  until,
} from "../../../tests/support/newsletter-card.tsx";

stopClock();

describe("subscribing", () => {
  test("sends the address, says so meanwhile, thanks, and remembers both flags", async () => {
    const arrive = holdResponse();
    await open();
    await subscribe();
    expect(screen.getByRole("button", { name: "Subscribing..." })).not.toBeNull();
    arrive();
    await until(() => expect(thanks()).not.toBeNull());
    expect(screen.getByRole("region", { name: "Thank You!" })).toBe(card());
    expect(endpoint.arrived).toEqual([
      { request: "POST /newsletter", body: "email=ada%40example.com&formToken=&website=" },
    ]);
    expect({ ...localStorage }).toEqual({ hasSeenPopup: "true", hasSubscribed: "true" });
  });

  test("a second click while it is sending sends nothing", async () => {
    const arrive = holdResponse();
    await open();
    await subscribe();
    await act(async () => fireEvent.click(screen.getByRole("button", { name: "Subscribing..." })));
    arrive();
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
      // The error goes when the field is edited.
      fireEvent.input(input(), { target: { value: "ada@" } });
      expect(screen.queryByText("Please enter a valid email address")).toBeNull();
    },
  );

  const judged = (status: number) => ({ status, statusText: "", internal: false, data: "" });
  test.each([
    [
      "the store's refusal",
      { status: "failed", code: "permission-denied" },
      "Server error: Permission denied. Please try again later.",
    ],
    [
      "a store that is down",
      { status: "failed", code: "unavailable" },
      "Network error. Please check your connection and try again.",
    ],
    ["a fault", { status: "failed", code: "internal" }, "Something went wrong. Please try again later."],
    ["a refusal", judged(403), "Server error: Permission denied. Please try again later."],
    ["a throttle", judged(429), "Network error. Please check your connection and try again."],
    ["a missing route", judged(404), "Something went wrong. Please try again later."],
    ["no network", new TypeError("fetch"), "Network error. Please check your connection and try again."],
  ])("%s keeps the card open with the address", async (_name, body, text) => {
    endpoint.answer = { status: 200, body };
    await open();
    await subscribe();
    await until(() => expect(screen.getByRole("alert").textContent).toBe(text));
    expect(input().value).toBe("ada@example.com");
    expect(localStorage.length).toBe(0);
    endpoint.answer = { status: 200, body: { status: "subscribed" } };
    await subscribed();
  });
});

test("on a phone it is one line until it is opened", async () => {
  vi.stubGlobal("innerWidth", 390);
  await open();
  vi.unstubAllGlobals();
  expect(card()?.dataset).toHaveProperty("folded");
  await act(async () => fireEvent.click(screen.getByRole("button", { name: "Subscribe to our newsletter" })));
  expect(card()?.dataset).not.toHaveProperty("folded");
  // The button that was pressed is gone.
  expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Subscribe to our newsletter" }));
  await subscribed();
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
    const arrive = holdResponse();
    await subscribe();
    act(() => screen.getByLabelText("Another form").focus());
    arrive();
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
