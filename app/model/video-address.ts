/** A video at YouTube or Vimeo: all that is kept of an editor's address. */
export interface HostedVideo {
  service: "YouTube" | "Vimeo";
  id: string;
  /** The hash in the URL of an unlisted Vimeo video, which does not play without it. */
  hash?: string;
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
const VIMEO_PATH = /^\/(?<id>\d{6,12})(?:\/(?<hash>[\da-f]{6,20}))?$/;
const VIMEO_PLAYER_PATH = /^\/video\/(?<id>\d{6,12})$/;
const VIMEO_HASH = /^[\da-f]{6,20}$/;

function youTubeId({ hostname, pathname, searchParams }: URL): string | undefined {
  if (hostname === "youtu.be") return pathname.slice(1);
  if (!YOUTUBE_HOSTS.has(hostname)) return undefined;
  if (pathname === "/watch") return searchParams.get("v") ?? undefined;
  return /^\/(?:embed|shorts|live)\/([^/]+)$/.exec(pathname)?.[1];
}

/** Also reads unlisted videos: `vimeo.com/76979871/8272103f6e`, `player.vimeo.com/video/76979871?h=8272103f6e`. */
function vimeoVideo({ hostname, pathname, searchParams }: URL): HostedVideo | null {
  const isPlayer = hostname === "player.vimeo.com";
  if (!isPlayer && hostname !== "vimeo.com" && hostname !== "www.vimeo.com") return null;
  const { id, hash = searchParams.get("h") ?? "" } =
    (isPlayer ? VIMEO_PLAYER_PATH : VIMEO_PATH).exec(pathname)?.groups ?? {};
  if (!id) return null;
  return { service: "Vimeo", id, ...(VIMEO_HASH.test(hash) ? { hash } : {}) };
}

/** Returns the video that an address names, or null. */
export function videoAddress(address: unknown): HostedVideo | null {
  if (typeof address !== "string" || !URL.canParse(address.trim())) return null;
  const url = new URL(address.trim());
  if (url.protocol !== "https:" || url.port || url.username || url.password) return null;
  const youTube = youTubeId(url) ?? "";
  if (YOUTUBE_ID.test(youTube)) return { service: "YouTube", id: youTube };
  return vimeoVideo(url);
}

/** Returns the address of a video's page at its service. */
export const watchUrl = ({ service, id, hash }: HostedVideo): string =>
  service === "YouTube"
    ? `https://www.youtube.com/watch?v=${id}`
    : `https://vimeo.com/${id}${hash ? `/${hash}` : ""}`;

/** Returns the address of a player that starts at once, in the mode of its service that follows visitors least. */
export const playerUrl = ({ service, id, hash }: HostedVideo): string =>
  service === "YouTube"
    ? `https://www.youtube-nocookie.com/embed/${id}?autoplay=1&rel=0`
    : `https://player.vimeo.com/video/${id}?autoplay=1&dnt=1${hash ? `&h=${hash}` : ""}`;
