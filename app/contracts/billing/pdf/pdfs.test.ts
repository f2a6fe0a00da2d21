import { expect, test } from "vitest";
import { sampleContract } from "../../../../tests/support/sample-contract.ts";
import { firstInvoice } from "../../../model/contracts/invoice-content.ts";
import type { InvoiceView } from "../../../model/contracts/sheet.ts";
import type { StoredContract } from "../../store/contract-store.server.ts";
import { createPdfs } from "./pdfs.server.ts";

test("between two files of many that are asked for at once, the site does other work", async () => {
  const contract = sampleContract("invoice");
  const view = {
    invoice: {
      ...firstInvoice(contract, "2026-11-22"),
      kind: "invoice",
      number: "INV-2026-0001",
      reference: "7KQ2-M9XD",
      issuedOn: "2026-11-22",
      dueOn: "2026-12-22",
      reason: "",
      chequeInstructions: "",
      seller: { legalName: "Harborlight LLC" },
      client: { name: "Ada", address: contract.contactInfo.address },
    },
    state: "open",
    receivedCents: 0,
    creditedCents: 0,
    openCents: 100,
  } as unknown as InvoiceView;
  const nothing = { fetch: async () => null, readPicture: async () => Buffer.alloc(0) };
  const pdfs = createPdfs({
    readClient: nothing as never,
    clients: { publicClient: nothing, readPicture: nothing.readPicture } as never,
    log: { warn: () => {} },
    secret: "secret",
    env: { redis: { on: false } },
    view: async () => view,
    report: (error) => {
      throw error;
    },
  });
  let turn = 0;
  const count = () => {
    turn += 1;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  const draw = async (key: string) => {
    const options = { key, isKnown: true, page: () => "/order" };
    const response = await pdfs.respond(contract as StoredContract, "INV-2026-0001.pdf", options);
    return [response.status, turn];
  };
  await draw("first");
  const drawn = await Promise.all(["a", "b", "c", "d", "e"].map(draw));
  clearImmediate(next);
  expect(drawn.map(([status]) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(new Set(drawn.map(([, at]) => at)).size).toBe(drawn.length);
});
