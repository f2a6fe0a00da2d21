import { randomUUID } from "node:crypto";
import PostalMime from "postal-mime";
import { extractText, getDocumentProxy } from "unpdf";
import { beforeAll, expect, test, vi } from "vitest";
import { ADMIN_EMAILS, sessionCookie } from "../support/admins.ts";
import { postForm } from "../support/form-posts.ts";
import { opened } from "../support/opened.ts";
import { placeOrder } from "../support/place-order.ts";
import { lakeClient, lakeTokens, outboxMails, startSite } from "../support/site.ts";
import { WAIT } from "../support/timeouts.ts";

// Invoices and contracts as files: behind the private link, for admins, and attached to emails.

const site = opened(() => startSite({ env: { ADMIN_EMAILS } }));
let cookie: string;
beforeAll(async () => {
  cookie = await sessionCookie(site.dataDir);
});

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(site.origin + path, { redirect: "manual", headers });

async function textOf(response: Response): Promise<string> {
  const document = await getDocumentProxy(new Uint8Array(await response.arrayBuffer()));
  return (await extractText(document, { mergePages: true })).text.replaceAll(/\s+/g, " ");
}

test("a client and an admin open the same file, with its figures as text", async () => {
  const { order, contractId, number } = await placeOrder(site);
  const mine = await get(`${order}/files/${number}.pdf`);
  expect([mine.status, mine.headers.get("content-type"), mine.headers.get("cache-control")]).toEqual([
    200,
    "application/pdf",
    "private, no-store",
  ]);
  const text = await textOf(mine);
  expect(text).toContain(`Invoice ${number}`);
  expect(text).toContain("Total $12.00");
  const path = `/admin/contracts/${contractId}/files/${number}.pdf`;
  expect(await textOf(await get(path, { cookie }))).toBe(text);
  expect((await get(path)).status).toBe(302);
  const contract = await textOf(await get(`${order}/files/contract.pdf`));
  expect(contract).toContain("Contract ");
});

test("a file and the page to print have the owner's logo", async () => {
  const { order, number } = await placeOrder(site);
  const hasPicture = async () => {
    const pdf = await (await get(`${order}/files/${number}.pdf`)).arrayBuffer();
    const page = await (await getDocumentProxy(new Uint8Array(pdf))).getPage(1);
    return JSON.stringify(await page.getStructTree()).includes("Figure");
  };
  expect(await hasPicture()).toBe(false);
  const lake = lakeClient(site, lakeTokens(site.dataDir).write);
  const _ref = await lake.fetch<string>(`*[_type == "sanity.imageAsset" && extension != "svg"][0]._id`);
  const logo = { _type: "image", asset: { _type: "reference", _ref } };
  await lake.createOrReplace({ _id: "look", _type: "look", logo });
  expect(await hasPicture()).toBe(true);
  const [, hash = "none"] = _ref.split("-");
  const sheet = /<article[\s\S]*<\/article>/.exec(
    await (await get(`${order}/invoices/${number}`)).text(),
  )?.[0];
  expect(sheet).toContain(hash);
  await lake.delete("look");
});

test("no link opens another order's file, and no other name is one", async () => {
  const [one, other] = [await placeOrder(site), await placeOrder(site)];
  for (const file of [`${other.number}.pdf`, "INV-2026-9999.pdf", "invoice", "..%2Fcontract.pdf"])
    expect([file, (await get(`${one.order}/files/${file}`)).status]).toEqual([file, 404]);
  expect((await get(`/order/none/files/contract.pdf`)).status).toBe(404);
  expect((await get(`/admin/contracts/contract.none/files/contract.pdf`, { cookie })).status).toBe(404);
});

test.each(["Nguyễn Văn Đức", "שלום"])("the files of %s have the name as it was typed", async (name) => {
  const { order, number } = await placeOrder(site, { "contactInfo.firstName": name });
  expect(await (await get(order)).text()).toContain("Contract as PDF");
  for (const file of [`${number}.pdf`, "contract.pdf"])
    expect(await textOf(await get(`${order}/files/${file}`))).toContain(name);
});

test("a name in letters that no file can show has no button, and its links lead to the page that prints", async () => {
  const { order, contractId, number } = await placeOrder(site, { "contactInfo.firstName": "\u8d75" });
  const admin = `/admin/contracts/${contractId}`;
  const places = [
    { file: `${order}/files/${number}.pdf`, page: `${order}/invoices/${number}`, headers: {} },
    { file: `${order}/files/contract.pdf`, page: order, headers: {} },
    { file: `${admin}/files/${number}.pdf`, page: `${admin}/invoices/${number}`, headers: { cookie } },
    { file: `${admin}/files/contract.pdf`, page: `${admin}/print`, headers: { cookie } },
  ];
  for (const { file, page, headers } of places) {
    const refused = await get(file, headers);
    expect([refused.status, refused.headers.get("location")]).toEqual([303, page]);
    const shown = await get(page, headers);
    expect(shown.status).toBe(200);
    const html = await shown.text();
    expect(html).toContain("\u8d75");
    expect(html).not.toContain(`href="${file}"`);
  }
});

test.each([
  ["an email has the file once money came in; before that its address may be anybody's", "Ada", true],
  ["a file that cannot be made fails alone: the email goes without it, and the log says so", "\u8d75", false],
])("%s", async (_, firstName, isMade) => {
  const { contractId, number } = await placeOrder(site, { "contactInfo.firstName": firstName });
  const client = lakeClient(site, lakeTokens(site.dataDir).read);
  const rev = await client.fetch<string>(`*[_id == $contractId][0]._rev`, { contractId });
  const fields = {
    intent: "receive",
    number,
    rev,
    nonce: randomUUID(),
    amount: "5",
    receivedOn: "2026-11-20",
  };
  const response = await postForm(`${site.origin}/admin/contracts/${contractId}/invoices`, fields, {
    cookie,
  });
  expect(response.status).toBe(303);
  const mails = await vi.waitFor(async () => {
    const all = await Promise.all(outboxMails(site.dataDir).map((source) => PostalMime.parse(source)));
    const about = all.filter(({ subject = "" }) => subject.includes(number));
    expect(about.map(({ subject }) => subject)).toContainEqual(
      expect.stringContaining("We received your payment"),
    );
    return about;
  }, WAIT);
  const files = (start: string) =>
    mails.find(({ subject = "" }) => subject.startsWith(start))?.attachments.map(({ filename }) => filename);
  expect(files("We received your payment")).toEqual(isMade ? [`${number}.pdf`] : []);
  expect(files("Invoice")).toEqual([]);
  if (!isMade) await vi.waitFor(() => expect(site.output()).toContain("email without its file"), WAIT);
});
