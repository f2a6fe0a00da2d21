import { randomUUID } from "node:crypto";
import { rawBytes, rawHead, type RawAnswer, type RawRequest } from "../support/raw-request.ts";
import { metadataHeader } from "../support/upload-harness.ts";
import type { AbusedSite, Attack } from "./abused-site.ts";

/** Facts about a running site that attacks use. */
export interface Target {
  abused: Pick<AbusedSite, "origin" | "send">;
  /** Path of an image of the home page. */
  picture: string;
  /** URLs of images in the sizes that the site uses. */
  sizes: readonly string[];
  /** Path of an upload that nobody has finished. */
  upload: string;
}

export const urlencoded = { "content-type": "application/x-www-form-urlencoded" };
export const form = (path: string, body: string): RawRequest => ({
  path,
  method: "POST",
  headers: urlencoded,
  body,
});

/** Parses a raw response; undefined when there was none. */
export function answerIn(received: string): RawAnswer | undefined {
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(received)?.[1]);
  return status ? { status, headers: {}, text: received } : undefined;
}

/** Sends a request and disconnects before the response. */
export const abandoned =
  ({ abused }: Target, path: (index: number) => string): Attack =>
  async (caller, index) => {
    await rawBytes(
      abused.origin,
      rawHead(abused.origin, `GET ${path(index)}`, { "x-forwarded-for": caller }),
      200,
    );
    return undefined;
  };

/** Sends the beginning of a request and keeps the connection for a while. */
export const held =
  (
    { abused }: Target,
    line: string,
    headers: Record<string, string>,
    body = Buffer.alloc(0),
    holdMs = 2_000,
  ): Attack =>
  async (caller) => {
    const head = rawHead(abused.origin, line, { "x-forwarded-for": caller, ...headers });
    return answerIn(await rawBytes(abused.origin, [head, body], holdMs));
  };

export const TUS = { "tus-resumable": "1.0.0" };

/** Returns the request that creates an upload of 10 MB without a byte. */
export function creation(path: string): RawRequest {
  const [api, key] = [path.slice(0, path.lastIndexOf("/")), path.slice(path.lastIndexOf("/") + 1)];
  const metadata = metadataHeader({ key, draft: randomUUID(), filename: "a.pdf" });
  const headers = { ...TUS, "upload-length": String(10_000_000), "upload-metadata": metadata };
  return { path: api, method: "POST", headers };
}

/** Collects the facts about a site that attacks use. */
export async function targetOf(abused: AbusedSite): Promise<Target> {
  const pages = await Promise.all(["/", "/portfolio", "/blog"].map((path) => abused.send({ path })));
  const found = pages.flatMap((page) => page?.text.match(/\/lake\/images\/[^"\s,]+\?[^"\s,]+/g) ?? []);
  const sizes = [...new Set(found.map((address) => address.replaceAll("&amp;", "&")))];
  const picture = sizes[0]?.split("?", 1)[0];
  if (!picture) throw new Error("No page has a picture.");
  const upload = `/api/uploads/${randomUUID()}`;
  await abused.send(creation(upload));
  return { abused, picture, sizes, upload };
}
