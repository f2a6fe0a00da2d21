/** What the Studio is called where the site cannot be asked, as by Sanity's own commands. */
const FALLBACK = "Content";

/** Returns the company's name, which the site's web app manifest says to everybody: nobody is signed in yet. */
export async function readSiteName(origin: string): Promise<string> {
  try {
    const response = await fetch(new URL("/manifest.webmanifest", origin), { cache: "no-cache" });
    const { name } = (await response.json()) as { name?: unknown };
    return typeof name === "string" && name !== "" ? name : FALLBACK;
  } catch {
    return FALLBACK;
  }
}
