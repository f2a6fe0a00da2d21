/** Where the drawn picture of a page is: `/share/about.png`, `/share/blog/one.png`; the home page's is `/share/home.png`. */
export function shareCardPath(pagePath: string): string {
  return `/share${pagePath === "/" ? "/home" : pagePath}.png`;
}

/** The page that a picture belongs to, from what stands behind `/share/`; null for what is no address of one. */
export function pageOfShareCard(rest: string): string | null {
  if (!rest.endsWith(".png")) return null;
  const name = rest.slice(0, -".png".length);
  return name === "home" ? "/" : `/${name}`;
}
