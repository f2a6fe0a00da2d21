/** Well above what the server itself waits for the content store, in ms. */
const TIMEOUT_MS = 20_000;

/**
 * Calls the action of a route from its `clientAction`. Returns what the action returned, or null when no complete response
 * came: no network, none within 20 s, or one of a proxy or guard in front of the site. Throws the action's redirect.
 */
export async function callAction<Result>(serverAction: () => Promise<unknown>): Promise<Result | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), TIMEOUT_MS);
  });
  try {
    return (await Promise.race([serverAction(), late])) as Result | null;
  } catch (thrown) {
    if (thrown instanceof Response) throw thrown;
    return null;
  } finally {
    clearTimeout(timer);
  }
}
