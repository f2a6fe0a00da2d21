/** One constant tag: every change refreshes every live query. Coarse, and always right. */
export const SYNC_TAG = "s1:all";

/** The body of an answer to `/data/query`. `result` is JSON text; without `query` the query is not repeated. */
export function queryResponse(
  result: string,
  { query, ms }: { query: string | undefined; ms: number },
): string {
  const echo = query === undefined ? "" : `"query":${JSON.stringify(query)},`;
  return `{${echo}"result":${result},"ms":${Math.round(ms)},"syncTags":["${SYNC_TAG}"]}`;
}
