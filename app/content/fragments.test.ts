import { evaluate, parse } from "groq-js";
import { expect, test } from "vitest";
import { byRank } from "./fragments.ts";

const sorted = async (dataset: object[]) =>
  (await evaluate(parse(`* | ${byRank}{ _id }`), { dataset })).get() as Promise<{ _id: string }[]>;

test("a list is in the order that editors dragged, one of an older export in that of its numbers", async () => {
  const dragged = [
    { _id: "b", orderRank: "0|10000o:" },
    { _id: "a", orderRank: "0|100008:" },
    { _id: "between", orderRank: "0|10000g:i" },
  ];
  expect((await sorted(dragged)).map(({ _id }) => _id)).toEqual(["a", "between", "b"]);
  const older = [10, 9, 1].map((order) => ({ _id: String(order), order }));
  expect((await sorted(older)).map(({ _id }) => _id)).toEqual(["1", "9", "10"]);
});
