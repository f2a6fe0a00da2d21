import { describe, expect, test } from "vitest";
import { createSignInCodes } from "./sign-in-code.ts";

describe("codes for the sign-in", () => {
  test("are long, and each works once", () => {
    const printed: string[] = [];
    const codes = createSignInCodes(undefined, (code) => printed.push(code));
    const first = codes.current;
    expect(first).toMatch(/^(?:[a-z2-9]{4}-){3}[a-z2-9]{4}$/);
    expect(codes.redeem(` ${first}\n`)).toBe("right");
    expect(codes.redeem(first)).toBe("wrong");
    expect(printed).toEqual([codes.current]);
    expect(codes.redeem(codes.current)).toBe("right");
  });

  test("are not asked for more than five times a minute", () => {
    let time = 0;
    const codes = createSignInCodes(
      undefined,
      () => {},
      () => time,
    );
    for (let n = 0; n < 5; n++) expect(codes.redeem("wrong")).toBe("wrong");
    expect(codes.redeem(codes.current)).toBe("too many");
    time = 59_999;
    expect(codes.redeem(codes.current)).toBe("too many");
    time = 60_000;
    expect(codes.redeem(codes.current)).toBe("right");
  });

  test("have a password beside them, if there is one", () => {
    const codes = createSignInCodes("of-mine-1", () => {});
    const { current } = codes;
    expect([codes.redeem("of-mine-1"), codes.redeem("of-mine-1"), codes.redeem("")]).toEqual([
      "right",
      "right",
      "wrong",
    ]);
    expect(codes.current).toBe(current);
  });
});
