import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TABLE_KINDS } from "../model/tables.ts";
import {
  NEWEST_FIRST,
  otherParams,
  readTableQuery,
  sortedBy,
  tableParams,
  withTableQuery,
} from "./table-query.ts";

const read = (search: string) => readTableQuery("contracts", new URLSearchParams(search));

describe("readTableQuery", () => {
  it.each([
    ["", NEWEST_FIRST],
    ["contracts-search=+Ada+", { ...NEWEST_FIRST, search: "Ada" }],
    ["contracts-status=closed&contracts-page=3", { ...NEWEST_FIRST, status: "closed", page: 3 }],
    ["contracts-payment=overdue", { ...NEWEST_FIRST, payment: "overdue" }],
    ["contracts-payment=open&messages-payment=due", NEWEST_FIRST],
    ["contracts-suspected=only", { ...NEWEST_FIRST, suspected: true }],
    ["contracts-suspected=yes&messages-suspected=only", NEWEST_FIRST],
    ["contracts-needs=overdue", { ...NEWEST_FIRST, needs: "overdue" }],
    ["contracts-needs=messages&messages-needs=messages&contracts-needs=constructor", NEWEST_FIRST],
    ["contracts-sort=total", { ...NEWEST_FIRST, sort: "total", descending: false }],
    ["contracts-sort=-total", { ...NEWEST_FIRST, sort: "total" }],
    ["messages-search=Ada&messages-page=2", NEWEST_FIRST],
    ["contracts-status=open&contracts-sort=_id&contracts-page=-1", NEWEST_FIRST],
    ["contracts-page=99999999&contracts-sort=--total", NEWEST_FIRST],
  ])("%s", (search, expected) => expect(read(search)).toEqual(expected));

  it("knows no status where documents have none", () => {
    expect(readTableQuery("subscribers", new URLSearchParams("subscribers-status=new"))).toEqual(
      NEWEST_FIRST,
    );
  });

  it("answers something that can be asked for, whatever the address says", () => {
    fc.assert(
      fc.property(fc.constantFrom(...TABLE_KINDS), fc.string(), fc.string(), (kind, name, value) => {
        const params = new URLSearchParams({
          [`${kind}-page`]: value,
          [`${kind}-sort`]: name,
          [`${kind}-search`]: value,
          [`${kind}-suspected`]: name,
        });
        const query = readTableQuery(kind, params);
        expect(query.page).toBeGreaterThan(0);
        expect(readTableQuery(kind, tableParams(kind, query))).toEqual(query);
      }),
    );
  });
});

describe("withTableQuery", () => {
  it("changes one table, keeps the others, drops what is no table's", () => {
    const current = new URLSearchParams("contracts-page=2&messages-search=a%26b&utm=x");
    expect(withTableQuery(current, "contracts", { ...NEWEST_FIRST, search: "Ada" })).toBe(
      "?messages-search=a%26b&contracts-search=Ada",
    );
    expect(withTableQuery(current, "messages", NEWEST_FIRST)).toBe("?contracts-page=2");
    expect(otherParams(current, "contracts")).toEqual([["messages-search", "a&b"]]);
  });
});

describe("sortedBy", () => {
  it("starts dates and sums with the highest, words with A, and turns round the second time, from the first page", () => {
    const page2 = { ...NEWEST_FIRST, page: 2 };
    expect(sortedBy(page2, "name")).toEqual({ ...NEWEST_FIRST, sort: "name", descending: false });
    expect(sortedBy(page2, "total")).toEqual({ ...NEWEST_FIRST, sort: "total", descending: true });
    expect(sortedBy(page2, "date")).toEqual({ ...NEWEST_FIRST, descending: false });
  });
});
