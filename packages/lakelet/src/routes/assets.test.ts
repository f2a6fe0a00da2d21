import { existsSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { quarters } from "../../test/pictures.ts";
import { serveLake } from "../testing/serve-lake.ts";

test("a restart keeps assets, gives them the new address, and clears what is left over", async () => {
  const first = await serveLake();
  const { directory } = first;
  const kept = await first.client.assets.upload("image", await quarters(30, 30).png().toBuffer());
  const gone = await first.client.assets.upload("image", await quarters(31, 31).png().toBuffer());
  const recent = await first.client.assets.upload("image", await quarters(32, 32).png().toBuffer());
  for (const asset of [kept, gone]) expect((await fetch(`${asset.url}?w=10`)).status).toBe(200);
  await first.client.delete(gone._id);
  await first.client.delete(recent._id);
  await first.close({ keepFiles: true });
  const fileOf = (asset: { path: string }) =>
    join(directory, "assets/images", asset.path.split("/").at(-1) ?? "");
  for (const asset of [kept, gone]) utimesSync(fileOf(asset), 0, 0);
  writeFileSync(join(directory, "assets/incoming/half.part"), "x");

  const second = await serveLake({ directory });
  try {
    const again = await second.client.getDocument(kept._id);
    expect(again?.["url"]).toBe(`${second.origin}/${kept.path}`);
    expect((await fetch(again?.["url"])).status).toBe(200);
    expect(await second.client.fetch("*[_id == $id][0].url", { id: kept._id })).toBe(again?.["url"]);
    expect(readdirSync(join(directory, "assets/incoming"))).toEqual([]);
    await expect.poll(() => existsSync(fileOf(gone))).toBe(false);
    expect(existsSync(fileOf(recent))).toBe(true);
    const made = () => readdirSync(join(directory, "image-cache")).map((file) => file.slice(0, 40));
    await expect.poll(made).toEqual([kept.sha1hash]);
  } finally {
    await second.close();
  }
});

test("files are cleared where there is no image", async () => {
  const first = await serveLake();
  await first.client.assets.upload("file", Buffer.from("kept"), { filename: "kept.pdf" });
  const gone = await first.client.assets.upload("file", Buffer.from("gone"), { filename: "gone.pdf" });
  await first.client.delete(gone._id);
  await first.close({ keepFiles: true });
  const file = join(first.directory, "assets/files", gone.path.split("/").at(-1) ?? "");
  utimesSync(file, 0, 0);
  const second = await serveLake({ directory: first.directory });
  await second.lake.close();
  expect(existsSync(file)).toBe(false);
  await second.close();
});

test("without any asset document nothing is cleared: the database may only be elsewhere", async () => {
  const first = await serveLake();
  const only = await first.client.assets.upload("image", await quarters(30, 30).png().toBuffer());
  await first.client.delete(only._id);
  await first.close({ keepFiles: true });
  const file = join(first.directory, "assets/images", only.path.split("/").at(-1) ?? "");
  utimesSync(file, 0, 0);
  const second = await serveLake({ directory: first.directory });
  await second.lake.close();
  expect(existsSync(file)).toBe(true);
  await second.close();
});
