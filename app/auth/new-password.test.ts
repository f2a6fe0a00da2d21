import { expect, test } from "vitest";
import { passwordProblem } from "./passwords.server.ts";

const problem = (password: string) => passwordProblem(password, "ada.lovelace@example.com");

test.each(["difference engine no. 2", "down the rabbit hole", "t9#Kq!vLx2@m", "пароль для моих писем"])(
  "%s can be chosen",
  async (password) => expect(await problem(password)).toBeNull(),
);

test.each([
  ["short", /at least 12/],
  ["𝒶𝒷𝒸𝒹𝑒𝒻", /at least 12/],
  ["x".repeat(1_001), /at most 1000/],
  ["1qaz2wsx3edc", /most common/],
  ["Unbelievable", /most common/],
  ["PASSWORDPASSWORD", /most common/],
  ["Password-1234!", /most common/],
  ["ｐａｓｓｗｏｒｄ12345", /most common/],
  ["aaaaaaaaaaaab", /too easy/],
  ["Ada.Lovelace@example.com", /email address/],
  ["ada.lovelace1815", /email address/],
])("%s cannot be chosen", async (password, words) => expect(await problem(password)).toMatch(words));
