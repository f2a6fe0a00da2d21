import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SENT_TTL_MS } from "../model/thanks.ts";
import { rememberSent, useSentForm } from "./sent-form.ts";

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const SENT = { reference: "7KQ2-M9XD", isPaid: true };
const opened = (kind: Parameters<typeof useSentForm>[0]) => renderHook(() => useSentForm(kind)).result;

test("who comes back within an hour is told, each of their own form", () => {
  rememberSent("order", SENT);
  expect(opened("order").current[0]).toEqual(SENT);
  expect(opened("questionnaire").current[0]).toBeNull();
  expect(opened(null).current[0]).toBeNull();
  vi.useFakeTimers({ now: Date.now() + SENT_TTL_MS, toFake: ["Date"] });
  expect(opened("order").current[0]).toBeNull();
});

test("a page that is shown again from the browser's memory looks again", () => {
  const page = opened("order");
  rememberSent("order", SENT);
  expect(page.current[0]).toBeNull();
  act(() => void dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  expect(page.current[0]).toEqual(SENT);
});

test("another one begins empty, and stays so", () => {
  rememberSent("order", SENT);
  const page = opened("order");
  act(() => page.current[1]());
  expect(page.current[0]).toBeNull();
  expect(opened("order").current[0]).toBeNull();
  // Its thank-you page is looked at again.
  rememberSent("order", SENT);
  expect(opened("order").current[0]).toBeNull();
  rememberSent("order", { reference: "A1YP-DRYQ", isPaid: false });
  expect(opened("order").current[0]).toEqual({ reference: "A1YP-DRYQ", isPaid: false });
});

test.each(["", "{", "null", "[]", '{"reference":1,"sentAt":9e99}'])(
  "what is damaged (%j) is nothing",
  (stored) => {
    sessionStorage.setItem("sent-order", stored);
    expect(opened("order").current[0]).toBeNull();
  },
);
