import { sanityFetch } from "../sanity/live";

const QUERY = `*[_id == "home"][0].title`;

export default async function Page() {
  const { data } = await sanityFetch({ query: QUERY });
  return <h1>{typeof data === "string" ? data : "Nothing published"}</h1>;
}
