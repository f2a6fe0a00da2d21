/** Returns the form token in a site's pages, for posts without a browser; a post without one is suspected spam. */
export async function pageToken(origin: string): Promise<{ formToken: string }> {
  const page = await (await fetch(`${origin}/contact`)).text();
  const formToken = /page-[0-9a-z]+-[\w-]{22}/.exec(page)?.[0];
  if (!formToken) throw new Error("There is no mark in the contact page.");
  return { formToken };
}

/** Returns form tokens as browsers with JavaScript get them, one per form, old enough for a person. */
export async function begunMarks(origin: string, count: number): Promise<string[]> {
  const get = async () => (await fetch(`${origin}/api/form-token`)).text();
  const marks = await Promise.all(Array.from({ length: count }, get));
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  return marks;
}
