import { decode } from "turbo-stream";

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

/** Returns a stored document without the fields that the store adds, to compare it exactly. */
export function ownFields(document: object | null | undefined): Record<string, unknown> {
  return Object.fromEntries(Object.entries(document ?? {}).filter(([name]) => !name.startsWith("_")));
}
