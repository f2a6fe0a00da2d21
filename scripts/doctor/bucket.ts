import { randomUUID } from "node:crypto";
import { Bucket } from "../../app/commands.server.ts";
import { checkOf } from "./check.ts";

/** As uploads do: parts of one file, read from the middle of one on, and deleted together. */
export const bucket = checkOf("s3", {
  id: "bucket",
  expects: "the key may write files in parts, list them, read from within one and delete several at once",
  todo: "Give the key s3:ListBucket, GetObject, PutObject and DeleteObject on the bucket that S3_BUCKET names.",
  page: () => "https://console.aws.amazon.com/s3/buckets",
  async run(settings) {
    const store = new Bucket(settings);
    const prefix = `doctor/${randomUUID()}/`;
    const keys = [`${prefix}0`, `${prefix}4`];
    try {
      for (const key of keys) await store.putText(key, "well");
      const listed = await store.list(prefix);
      const end = await (await store.read(`${prefix}4`, { start: 2, end: 3 }))?.toArray();
      const isListed = keys.every((key, at) => listed[at]?.key === key);
      if (isListed && Buffer.concat(end ?? []).toString() === "ll") return [];
      return [
        {
          wrong:
            "The bucket does not return what was written, in order and from the byte on that is asked for.",
        },
      ];
    } finally {
      await store.delete(keys);
    }
  },
});
