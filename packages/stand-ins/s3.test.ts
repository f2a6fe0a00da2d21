import { NoSuchKey, S3 } from "@aws-sdk/client-s3";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startS3StandIn, type S3StandIn } from "./s3.ts";

let standIn: S3StandIn;
let s3: S3;
let Bucket: string;
beforeAll(async () => {
  standIn = await startS3StandIn();
  const { S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = standIn.env as Record<
    string,
    string
  > & { S3_BUCKET: string };
  Bucket = S3_BUCKET;
  s3 = new S3({
    endpoint: S3_ENDPOINT as string,
    region: S3_REGION as string,
    forcePathStyle: true,
    credentials: {
      accessKeyId: S3_ACCESS_KEY_ID as string,
      secretAccessKey: S3_SECRET_ACCESS_KEY as string,
    },
    requestChecksumCalculation: "WHEN_REQUIRED",
  });
});
afterAll(async () => {
  s3.destroy();
  await standIn.close();
});

test("stores, lists, reads ranges of and deletes objects for the real SDK", async () => {
  await s3.putObject({ Bucket, Key: "a/1", Body: "hello world" });
  await s3.putObject({ Bucket, Key: "b/1", Body: "", ContentLength: 0 });
  expect(standIn.keys()).toEqual(["a/1", "b/1"]);
  const listed = await s3.listObjectsV2({ Bucket, Prefix: "a/" });
  expect(listed.Contents).toMatchObject([{ Key: "a/1", Size: 11, LastModified: expect.any(Date) }]);
  const { Body } = await s3.getObject({ Bucket, Key: "a/1", Range: "bytes=6-10" });
  expect(await Body?.transformToString()).toBe("world");
  await s3.deleteObject({ Bucket, Key: "a/1" });
  await expect(s3.getObject({ Bucket, Key: "a/1" })).rejects.toBeInstanceOf(NoSuchKey);
  standIn.clear();
  expect(standIn.keys()).toEqual([]);
});

test("is away and slow on demand", async () => {
  void standIn.proxy.fail({ path: /./, fault: { kind: "status", status: 503 } });
  await expect(s3.getObject({ Bucket, Key: "a" })).rejects.toThrow(/503|parse error/);
  standIn.proxy.clear();
  void standIn.proxy.fail({ method: "PUT", path: /./, fault: { kind: "delay", ms: 50 } });
  await s3.putObject({ Bucket, Key: "slow", Body: "x" });
  expect(standIn.keys()).toContain("slow");
});
