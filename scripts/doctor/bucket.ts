import { randomUUID } from "node:crypto";
import { Bucket } from "../../app/commands.server.ts";
import type { Check } from "./check.ts";

export const bucket: Check = {
  id: "bucket",
  area: "S3",
  expects: "the key may list, write, read and delete in the bucket",
  todo: "Give the key s3:ListBucket, GetObject, PutObject and DeleteObject on the bucket that S3_BUCKET names.",
  page: () => "https://console.aws.amazon.com/s3/buckets",
  isOn: (env) => env.s3.on,
  async run({ env }) {
    if (!env.s3.on) return [];
    const store = new Bucket(env.s3);
    const key = `doctor/${randomUUID()}`;
    await store.putText(key, `"well"`);
    const read = await store.readJson(key);
    const listed = await store.list("doctor/");
    await store.delete([key]);
    if (read === "well" && listed.some((object) => object.key === key)) return [];
    return [{ wrong: "The bucket does not return what was written." }];
  },
};
