import type { ContentTarget } from "./target.ts";

/**
 * Asks the embedded lake for what Sanity's API does not have: its history, a copy of its database. A body is posted as
 * JSON. Throws an Error when the lake refuses.
 */
export async function operate(target: ContentTarget, path: string, body?: object): Promise<Response> {
  const { token } = target.client.config();
  const response = await fetch(`${target.apiHost}/v1/operate/${target.dataset}/${path}`, {
    headers: { authorization: `Bearer ${token}` },
    ...(body ? { method: "POST", body: JSON.stringify(body) } : {}),
  });
  if (!response.ok) throw new Error(`The lake answered ${response.status}.`);
  return response;
}
