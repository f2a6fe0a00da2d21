type Fetch = typeof fetch;

/** What the Studio asks of Sanity's own hosts, which no option turns off: newer versions; feedback and error reports. */
const VERSIONS = "https://sanity-cdn.com/v1/modules/";
const INTAKE = "https://api.sanity.io/vX/intake/";

/**
 * Returns a `fetch` for the page of a Studio on a lake. Calls for the project's host name go to the lake, which has none:
 * @sanity/sdk ignores `useProjectHostname`. Sanity's hosts are not asked: no newer version is known, and feedback is not wanted.
 * Everything else is fetched as usual.
 * @param lakeUrl URL of the lake, with its path
 */
export function createStudioFetch(lakeUrl: string, fetchUsual: Fetch): Fetch {
  return async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    if (url.startsWith(VERSIONS)) return Response.json({});
    if (url.startsWith(INTAKE)) return new Response(null, { status: 404 });
    const ofLake = url.replace(/^(https?:\/\/)[^/.]+\./, "$1");
    if (ofLake === url || !ofLake.startsWith(`${lakeUrl}/`)) return fetchUsual(input, init);
    return fetchUsual(input instanceof Request ? new Request(ofLake, input) : ofLake, init);
  };
}
