import sharp from "sharp";
import { extractText, getDocumentProxy, getResolvedPDFJS } from "unpdf";
import { expect, test } from "vitest";
import { sampleContract } from "../../../../tests/support/sample-contract.ts";
import { firstInvoice } from "../../../model/contracts/invoice-content.ts";
import { contractSheet, sheetOf, type InvoiceView } from "../../../model/contracts/sheet.ts";
import { drawSheet } from "./draw-sheet.server.ts";

const SELLER = {
  companyName: "Harborlight",
  legalName: "Harborlight Technology Consulting LLC",
  street: "48 Front Street",
  suite: "Floor 6",
  city: "New York",
  state: "NY",
  zipCode: "10004",
  email: "hello@harborlight.example",
  phone: "(212) 555-0142",
};
const contract = sampleContract("invoice");
const client = {
  name: "Zoë Łukasz",
  companyName: "",
  address: contract.contactInfo.address,
  email: "zoe@client.example",
};
const VIEW: InvoiceView = {
  invoice: {
    ...firstInvoice(contract, "2026-11-22"),
    kind: "invoice",
    number: "INV-2026-0001",
    contractId: contract._id,
    reference: "7KQ2-M9XD",
    credits: "",
    reason: "",
    issuedOn: "2026-11-22",
    dueOn: "2026-12-22",
    seller: SELLER,
    client,
    chequeInstructions: "Mail it to 48 Front Street.",
    policyVersion: "3.1",
  },
  state: "open",
  receivedCents: 0,
  creditedCents: 10_800,
  openCents: 104_000,
};

async function read(pdf: Buffer) {
  const document = await getDocumentProxy(new Uint8Array(pdf));
  const { text, totalPages } = await extractText(document, { mergePages: true });
  return { document, totalPages, text: text.replaceAll(/\s+/g, " ") };
}

test("an invoice is one page of text that can be selected, with the figures of its sheet", async () => {
  const sheet = sheetOf(VIEW);
  const { text, totalPages } = await read(await drawSheet(sheet));
  expect(totalPages).toBe(1);
  for (const part of [
    "Invoice INV-2026-0001",
    "Bill to Zoë Łukasz",
    "Website maintenance",
    "Still to pay $1,040.00",
  ])
    expect(text).toContain(part);
  for (const { value } of sheet.facts) expect(text).toContain(value);
  expect(text).toContain("Credited -$108.00");
});

test("it is tagged for screen readers, and names its language", async () => {
  const { document } = await read(await drawSheet(sheetOf(VIEW)));
  const markInfo = await document.getMarkInfo();
  expect(markInfo).toMatchObject({ Marked: true });
  const tree = JSON.stringify(await (await document.getPage(1)).getStructTree());
  for (const role of ["H1", "Table", "TR", "TH", "TD", "P"]) expect(tree).toContain(`"role":"${role}"`);
  const { info } = (await document.getMetadata()) as unknown as { info: { Title: string; Language: string } };
  expect([info.Title, info.Language]).toEqual(["Invoice INV-2026-0001", "en-US"]);
});

test("the logo stands above, with the company's name for screen readers; one that is no picture is left out", async () => {
  const create = { width: 600, height: 150, channels: 4, background: "#1144aa" } as const;
  const logo = await sharp({ create }).png().toBuffer();
  const { document, totalPages } = await read(await drawSheet(sheetOf(VIEW), logo));
  expect(totalPages).toBe(1);
  const page = await document.getPage(1);
  const tree = JSON.stringify(await page.getStructTree());
  expect(tree).toContain('"role":"Figure"');
  expect(tree).toContain(`"alt":"${SELLER.legalName}"`);
  expect(tree.indexOf("Figure")).toBeLessThan(tree.indexOf("H1"));
  const { OPS } = await getResolvedPDFJS();
  expect((await page.getOperatorList()).fnArray).toContain(OPS.paintImageXObject);
  const plain = await read(await drawSheet(sheetOf(VIEW), Buffer.from("nonsense")));
  expect(plain.text).toContain("Invoice INV-2026-0001");
  expect(JSON.stringify(await (await plain.document.getPage(1)).getStructTree())).not.toContain("Figure");
});

test("many lines go on over several pages", async () => {
  const lines = Array.from({ length: 60 }, (_, index) => ({
    _key: String(index),
    description: `Service ${index}`,
    detail: "1 month",
    quantity: 1,
    unitCents: 100,
    amountCents: 100,
  }));
  const { text, totalPages } = await read(
    await drawSheet(sheetOf({ ...VIEW, invoice: { ...VIEW.invoice, lines } })),
  );
  expect(totalPages).toBeGreaterThan(2);
  for (const { description } of lines) expect(text).toContain(description);
});

test("a contract has its services, its policy and its signature", async () => {
  const signed = { ...contract, signature: "Zoë Łukasz" };
  const about = { seller: SELLER, client, reference: "7KQ2-M9XD" };
  const { text } = await read(await drawSheet(contractSheet(signed, about)));
  for (const part of [
    "Contract 7KQ2-M9XD",
    "Version 3.0",
    "$1,296.00 for 12 months, $648.00 every 6 months",
    "$648.00 every 6 months until you cancel.",
    "November 22, 2026 $1,148.00 First invoice May 22, 2027 $648.00 then every 6 months",
    "Total $1,796.00 Counts twelve months of services that renew",
    "Signature Zoë Łukasz",
  ])
    expect(text).toContain(part);
});

/** Returns a contract with this file as its drawn signature. */
const signedWith = (file: Buffer) =>
  contractSheet(
    { ...contract, signature: `data:image/png;base64,${file.toString("base64")}` },
    { seller: SELLER, client, reference: "7KQ2-M9XD" },
  );

test("a drawn signature is a picture of the file, with and without transparency", async () => {
  for (const channels of [3, 4] as const) {
    const create = { width: 600, height: 200, channels, background: "#1144aa" };
    const { document, text } = await read(
      await drawSheet(signedWith(await sharp({ create }).png().toBuffer())),
    );
    expect(text).toMatch(/Signature *$/);
    const { fnArray } = await (await document.getPage(1)).getOperatorList();
    const { OPS } = await getResolvedPDFJS();
    expect(fnArray).toContain(OPS.paintImageXObject);
  }
});

/** Returns a part of a PNG that says how long it is. */
function part(type: string, data: Buffer, length = data.length): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(length);
  head.write(type, 4);
  return Buffer.concat([head, data, Buffer.alloc(4)]);
}
const sized = (width: number, height: number, color: number) => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  header.set([8, color], 8);
  return Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), part("IHDR", header)]);
};

test.each([
  ["no picture", Buffer.from("nonsense")],
  ["broken pixels", [sized(9, 9, 6), part("IDAT", Buffer.from("nonsense")), part("IEND", Buffer.alloc(0))]],
  ["a palette of 268 million bytes", [sized(9, 9, 3), part("PLTE", Buffer.alloc(0), 0x0ffffff0)]],
  ["3,600 million pixels", [sized(60_000, 60_000, 6), part("IEND", Buffer.alloc(0))]],
])("a drawn signature that is %s is left out, and harms nobody", async (_, file) => {
  const { text } = await read(await drawSheet(signedWith(Buffer.concat([file].flat()))));
  expect(text).toContain("Contract 7KQ2-M9XD");
  expect(text).not.toContain("Signature");
});

test("letters that the typeface lacks are refused, not left out", async () => {
  const invoice = { ...VIEW.invoice, client: { ...client, name: "赵" } };
  await expect(drawSheet(sheetOf({ ...VIEW, invoice }))).rejects.toMatchObject({ code: "bad-request" });
});
