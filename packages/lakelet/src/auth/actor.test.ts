import { expect, test } from "vitest";
import { READER, WRITER, createAuthenticator } from "./actor.ts";

const authenticate = createAuthenticator({ read: "sk-read", write: "sk-write" });

test.each([
  ["the read token", "Bearer sk-read", READER],
  ["the write token", "Bearer sk-write", WRITER],
  ["a scheme in lower case", "bearer sk-write", WRITER],
  ["no header", null, null],
  ["another token", "Bearer sk-other", "unknown"],
  ["half a token", "Bearer sk-rea", "unknown"],
  ["an empty token", "Bearer ", "unknown"],
  ["an empty header", "", "unknown"],
  ["another scheme", "Basic sk-write", "unknown"],
])("%s", (_, header, expected) => {
  expect(authenticate(header)).toBe(expected);
});
