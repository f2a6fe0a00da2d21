import type { ContentTarget } from "./target.ts";

/**
 * Calls an operator endpoint of the embedded lake, such as history or database copy. A body is posted as JSON. Throws an Error
 * for any status but 2xx.
 */
export async function operate(target: ContentTarget, path: string, body?: object): Promise<Response> {
  const { token } = target.client.config();
  const response = await fetch(`${target.apiHost}/v1/operate/${target.dataset}/${path}`, {
    headers: { authorization: `Bearer ${token}` },
    ...(body ? { method: "POST", body: JSON.stringify(body) } : {}),
  });
  if (!response.ok) throw new Error(`The lake responded with status ${response.status}.`);
  return response;
}
