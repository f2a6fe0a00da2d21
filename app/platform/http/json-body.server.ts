import type { z } from "zod";

/**
 * Returns the JSON body of a POST. Throws a Response: 405 for another method, 415 for another type, 413 for more than `maxBytes`,
 * and 400 with `hint` for anything else but what the schema takes.
 */
export async function readJson<Schema extends z.ZodType>(
  request: Request,
  { schema, maxBytes, hint }: { schema: Schema; maxBytes: number; hint: string },
): Promise<z.infer<Schema>> {
  if (request.method !== "POST") throw new Response(null, { status: 405, headers: { Allow: "POST" } });
  if (!request.headers.get("content-type")?.startsWith("application/json"))
    throw new Response("Send JSON.", { status: 415 });
  const body = await request.text();
  if (Buffer.byteLength(body) > maxBytes) throw new Response("Too large.", { status: 413 });
  const parsed = schema.safeParse(parseJson(body));
  if (!parsed.success) throw new Response(hint, { status: 400 });
  return parsed.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
