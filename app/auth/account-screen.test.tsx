import { createRemixStub } from "@remix-run/testing";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { AccountScreen } from "./account-screen.tsx";
import type { AccountResult } from "./results.ts";

afterEach(cleanup);

const setup = { qr: { path: "", size: 1 }, uri: "otpauth://totp/x", key: "KEY", sealed: "sealed" };
const busy = { status: "failed", code: "auth/busy" } as const;

test.each<[string, string | null, AccountResult | undefined]>([
  ["We're very busy right now.", null, { form: "password", ...busy }],
  ["We're very busy right now.", null, { form: "totp-remove", ...busy }],
  [
    "The password is not correct.",
    null,
    { form: "recovery-codes", status: "invalid", errors: { password: ["The password is not correct."] } },
  ],
  ["Six-digit code", null, { form: "totp-start", status: "setup", setup }],
  [
    "Code is required",
    null,
    { form: "totp-confirm", status: "invalid", setup, errors: { code: ["Code is required"] } },
  ],
  ["We're very busy right now.", null, { form: "totp-confirm", ...busy, setup }],
  ["ABCD-EFGH", null, { form: "totp-confirm", status: "codes", recoveryCodes: ["ABCD-EFGH"] }],
  ["Your password has been changed.", "password", undefined],
])("without scripts the page opens where it says %j (done: %s, result: %o)", (words, done, result) => {
  const view = { email: "ada@example.com", hasPassword: true, secondFactor: { setAt: "", codesLeft: 9 } };
  const Site = createRemixStub([
    { path: "/", Component: () => <AccountScreen view={view} done={done} result={result} /> },
  ]);
  render(<Site />);
  const anchors = screen.getAllByRole("form").map((form) => new URL((form as HTMLFormElement).action).hash);
  const [anchor = ""] = new Set(anchors);
  const places = document.querySelectorAll(anchor);
  expect(places).toHaveLength(1);
  expect(places[0]?.textContent).toContain(words);
  // Not the whole page.
  expect(places[0]?.querySelectorAll("h2").length).toBeLessThan(2);
});
