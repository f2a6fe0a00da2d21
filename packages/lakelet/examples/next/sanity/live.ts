import { createClient } from "next-sanity";
import { defineLive } from "next-sanity/live";

const client = createClient({
  projectId: "local",
  dataset: "production",
  apiVersion: "2025-02-19",
  useCdn: false,
  // Without these two lines it is hosted Sanity.
  apiHost: process.env["NEXT_PUBLIC_LAKE_URL"] ?? "http://127.0.0.1:3900",
  useProjectHostname: false,
});

export const { sanityFetch, SanityLive } = defineLive({
  client,
  serverToken: process.env["LAKE_TOKEN"] ?? false,
  browserToken: false,
});
