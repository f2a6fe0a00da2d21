import { randomUUID } from "node:crypto";
import { Bucket } from "../../app/commands.server.ts";
import { checkOf } from "./check.ts";

export const bucket = checkOf("s3", {
  id: "bucket",
  area: "S3",
  expects: "the key may list, write, read and delete in the bucket",
  todo: "Give the key s3:ListBucket, GetObject, PutObject and DeleteObject on the bucket that S3_BUCKET names.",
  page: () => "https://console.aws.amazon.com/s3/buckets",
  async run(settings) {
    const store = new Bucket(settings);
    const key = `doctor/${randomUUID()}`;
    await store.putText(key, `"well"`);
    const read = await store.readJson(key);
    const listed = await store.list("doctor/");
    await store.delete([key]);
    if (read === "well" && listed.some((object) => object.key === key)) return [];
    return [{ wrong: "The bucket does not return what was written." }];
  },
});
