import { ask, checkOf } from "./check.ts";

export const bucketPrivate = checkOf("s3", {
  id: "bucket-private",
  expects: "strangers may not list the bucket",
  todo: "Make the bucket private (Amazon: Block all public access).",
  page: () => "https://console.aws.amazon.com/s3/buckets",
  async run({ endpoint, bucket, forcePathStyle }) {
    const url = new URL(endpoint);
    if (forcePathStyle) url.pathname = `/${bucket}`;
    else url.hostname = `${bucket}.${url.hostname}`;
    url.search = "?list-type=2&max-keys=1";
    const { ok } = await ask(url.href);
    return ok ? [{ wrong: `Anybody can list the bucket ${bucket}: the files of visitors are public.` }] : [];
  },
});
