/** A video at YouTube or Vimeo: all that is kept of an editor's address. */
export interface HostedVideo {
  service: "YouTube" | "Vimeo";
  id: string;
}

export const VIDEO_ADDRESS_INVALID =
  "Use the address of one video at YouTube or Vimeo, such as https://www.youtube.com/watch?v=aqz-KE-bpKQ";

const YOUTUBE_HOSTS = new Set([
  "www.youtube.com",
  "youtube.com",
  "m.youtube.com",
  "www.youtube-nocookie.com",
]);
const YOUTUBE_ID = /^[\w-]{11}$/;
const VIMEO_ID = /^\d{6,12}$/;

function youTubeId({ hostname, pathname, searchParams }: URL): string | undefined {
  if (hostname === "youtu.be") return pathname.slice(1);
  if (!YOUTUBE_HOSTS.has(hostname)) return undefined;
  if (pathname === "/watch") return searchParams.get("v") ?? undefined;
  return /^\/(?:embed|shorts|live)\/([^/]+)$/.exec(pathname)?.[1];
}

function vimeoId({ hostname, pathname }: URL): string | undefined {
  if (hostname === "vimeo.com" || hostname === "www.vimeo.com") return pathname.slice(1);
  return hostname === "player.vimeo.com" ? /^\/video\/([^/]+)$/.exec(pathname)?.[1] : undefined;
}

/** Returns the video that an address names, or null. */
export function videoAddress(address: unknown): HostedVideo | null {
  if (typeof address !== "string" || !URL.canParse(address.trim())) return null;
  const url = new URL(address.trim());
  if (url.protocol !== "https:" || url.port || url.username || url.password) return null;
  const youTube = youTubeId(url) ?? "";
  if (YOUTUBE_ID.test(youTube)) return { service: "YouTube", id: youTube };
  const vimeo = vimeoId(url) ?? "";
  return VIMEO_ID.test(vimeo) ? { service: "Vimeo", id: vimeo } : null;
}

/** Returns the address of a video's page at its service. */
export const watchUrl = ({ service, id }: HostedVideo): string =>
  service === "YouTube" ? `https://www.youtube.com/watch?v=${id}` : `https://vimeo.com/${id}`;

/** Returns the address of a player that starts at once, in the mode of its service that follows visitors least. */
export const playerUrl = ({ service, id }: HostedVideo): string =>
  service === "YouTube"
    ? `https://www.youtube-nocookie.com/embed/${id}?autoplay=1&rel=0`
    : `https://player.vimeo.com/video/${id}?autoplay=1&dnt=1`;
