import { describe, expect, test } from "vitest";
import { createSignInCodes } from "./sign-in-code.ts";

describe("codes for the sign-in", () => {
  test("are long, and each works once", () => {
    const printed: string[] = [];
    const codes = createSignInCodes(undefined, (code) => printed.push(code));
    const first = codes.current;
    expect(first).toMatch(/^(?:[a-z2-9]{4}-){3}[a-z2-9]{4}$/);
    expect(codes.redeem(` ${first}\n`, "a")).toBe("right");
    expect(codes.redeem(first, "a")).toBe("wrong");
    expect(printed).toEqual([codes.current]);
    expect(codes.redeem(codes.current, "a")).toBe("right");
  });

  test("are guessed five times a minute by a caller, which locks out nobody", () => {
    let time = 0;
    const codes = createSignInCodes(
      "of-mine-1",
      () => {},
      () => time,
    );
    const password = (caller: string) => codes.redeem("of-mine-1", caller);
    for (let n = 0; n < 5; n++) expect(codes.redeem("wrong", "a")).toBe("wrong");
    expect([codes.redeem("wrong", "a"), password("a"), password("b")]).toEqual([
      "too many",
      "too many",
      "right",
    ]);
    expect(codes.redeem(codes.current, "a")).toBe("right");
    time = 59_999;
    expect(password("a")).toBe("too many");
    time = 60_000;
    expect(password("a")).toBe("right");
  });

  test("have a password beside them, if there is one", () => {
    const codes = createSignInCodes("of-mine-1", () => {});
    const { current } = codes;
    expect(["of-mine-1", "of-mine-1", ""].map((given) => codes.redeem(given, "a"))).toEqual([
      "right",
      "right",
      "wrong",
    ]);
    expect(codes.current).toBe(current);
  });
});
