import { expect, test } from "vitest";
import { openSealedText, sealText } from "./sealed-text.server.ts";

const seal = { secret: "secret", purpose: "test", owner: "account.1" };

test("opens with the same seal, and no two sealed texts are equal", () => {
  const sealed = sealText("Zoë's secret", seal);
  expect(openSealedText(sealed, seal)).toBe("Zoë's secret");
  expect(sealText("Zoë's secret", seal)).not.toBe(sealed);
});

test.each([
  ["another secret", { secret: "another" }],
  ["another purpose", { purpose: "another" }],
  ["another owner", { owner: "account.2" }],
])("does not open with %s", (_name, other) => {
  expect(openSealedText(sealText("text", seal), { ...seal, ...other })).toBeNull();
});

test("does not open a changed, truncated or made-up text", () => {
  const bytes = Buffer.from(sealText("text", seal), "base64url");
  for (let index = 0; index < bytes.length; index++) {
    const changed = Buffer.from(bytes);
    changed[index] = (changed[index] ?? 0) ^ 1;
    expect(openSealedText(changed.toString("base64url"), seal)).toBeNull();
    expect(openSealedText(bytes.subarray(0, index).toString("base64url"), seal)).toBeNull();
  }
  expect(openSealedText("not base64 %%%", seal)).toBeNull();
});
