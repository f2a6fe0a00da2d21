import { setTimeout as sleep } from "node:timers/promises";
import { decode } from "turbo-stream";

/**
 * Returns the form token in a site's pages, for posts without a browser; a post without one is suspected spam. Asks again while the
 * page is 503: on a busy machine the lake's process for strangers, which has a low priority, takes a while to start.
 */
export async function pageToken(origin: string, attempts = 12): Promise<{ formToken: string }> {
  const response = await fetch(`${origin}/contact`);
  const page = await response.text();
  if (response.status === 503 && attempts > 1) {
    await sleep(1_000);
    return pageToken(origin, attempts - 1);
  }
  const formToken = /page-[0-9a-z]+-[\w-]{22}/.exec(page)?.[0];
  if (!formToken) throw new Error(`No form token in the contact page, status ${response.status}.`);
  return { formToken };
}

/** Returns form tokens as browsers with JavaScript get them, one per form, old enough for a person. */
export async function begunMarks(origin: string, count: number): Promise<string[]> {
  const get = async () => (await fetch(`${origin}/api/form-token`)).text();
  const marks = await Promise.all(Array.from({ length: count }, get));
  await sleep(1_100);
  return marks;
}

/**
 * Returns what a route's action returned, from the response to a post to the route's `.data` path, where scripts post forms. A
 * redirect is `{ redirect: path }`.
 */
export async function actionResult<Result>(response: Response): Promise<Result> {
  if (!response.body) throw new Error(`No body, status ${response.status}.`);
  const { value } = await decode(response.body, {
    plugins: [
      (type, content) => {
        if (type === "SingleFetchRedirect") return { value: content };
        if (type === "ErrorResponse") return { value: { error: content } };
        return undefined;
      },
    ],
  });
  const { data, redirect } = value as { data?: Result; redirect?: string };
  return data ?? ({ redirect } as Result);
}

/** Posts a form of a page as a browser without scripts does, but follows no redirect. */
export const postForm = (url: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: "POST",
    redirect: "manual",
    headers: { origin: new URL(url).origin, ...headers },
    body: new URLSearchParams(fields),
  });

/** Returns the cookies that a response sets, as a browser sends them back. */
export const cookiesOf = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";", 1)[0])
    .join("; ");

/** Returns a stored document without the fields that the store adds, to compare it exactly. */
export function ownFields(document: object | null | undefined): Record<string, unknown> {
  return Object.fromEntries(Object.entries(document ?? {}).filter(([name]) => !name.startsWith("_")));
}
