import { Link } from "@remix-run/react";
import { useState, type MouseEvent } from "react";
import { LOCALE } from "../model/locale.ts";
import { LEGAL_LINKS } from "../model/page-list.ts";
import READING from "../model/texts/reading.json" with { type: "json" };
import { fillIn } from "../model/texts/texts.ts";
import { playerUrl, videoAddress, watchUrl, type HostedVideo } from "../model/video-address.ts";
import type { ContentImageData } from "./fragments.ts";
import { hasPicture, imageUrl } from "./image-url.ts";
import { ContentImage, useAssetBase } from "./image.tsx";
import { useTexts } from "./use-texts.ts";

/** A video by its address at YouTube or Vimeo, or by the path of a file. */
export interface VideoBlock {
  title?: string | null;
  url?: string | null;
  file?: string | null;
  captions?: string | null;
  poster?: ContentImageData | null;
}

/** A video with its title. One whose address is none of a video is left out. */
export function Video({ value }: { value: VideoBlock }) {
  const hosted = videoAddress(value.url);
  if (hosted) return <Hosted video={hosted} title={value.title ?? ""} poster={value.poster} />;
  return value.file ? <VideoFile {...value} file={value.file} /> : null;
}

interface HostedProps {
  video: HostedVideo;
  title: string;
  poster: ContentImageData | null | undefined;
}

/** The link that had the focus is gone. One function, which React calls once. */
const focus = (frame: HTMLIFrameElement | null) => frame?.focus();

/**
 * A still picture that loads the player of another service only after a click: before it, nothing is asked of that service. Without
 * scripts, and in a new tab, it is a link to the video.
 */
function Hosted({ video, title, poster }: HostedProps) {
  const [isPlaying, setPlaying] = useState(false);
  const words = useTexts(READING);
  const privacy = LEGAL_LINKS.find(({ to }) => to === "/privacy");

  function play(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    setPlaying(true);
  }

  return (
    <figure>
      {isPlaying ? (
        <iframe
          ref={focus}
          title={title}
          src={playerUrl(video)}
          // oxlint-disable-next-line react/iframe-missing-sandbox -- of another origin, the player cannot lift it
          sandbox="allow-scripts allow-same-origin allow-presentation allow-popups allow-popups-to-escape-sandbox"
          allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
          className="video-frame"
        />
      ) : (
        <a
          href={watchUrl(video)}
          rel="noopener noreferrer"
          onClick={play}
          className="video-frame video-still"
        >
          {hasPicture(poster) ? (
            <ContentImage
              image={poster}
              sizes="(min-width: 48rem) 44rem, 100vw"
              size="newestPost"
              className="size-full"
            />
          ) : null}
          <span className="video-play">
            <svg aria-hidden="true" viewBox="0 0 24 24" width={20} fill="currentColor">
              <path d="M7 4.5v15l12-7.5z" />
            </svg>
            {words.videoPlay} <span className="sr-only">{title}</span>
          </span>
        </a>
      )}
      <figcaption>
        <span className="block text-ink-soft">{title}</span>
        {fillIn(words.videoNote, { service: video.service })}{" "}
        {privacy ? <Link to={privacy.to}>{privacy.label}</Link> : null}
      </figcaption>
    </figure>
  );
}

function VideoFile({ title, file, captions, poster }: VideoBlock & { file: string }) {
  const base = useAssetBase();
  return (
    <figure>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a video without speech has none */}
      <video
        controls
        preload={hasPicture(poster) ? "none" : "metadata"}
        src={`${base}/${file}`}
        aria-label={title ?? undefined}
        className="video-frame"
        {...(hasPicture(poster) ? { poster: imageUrl(base, poster, { width: 1080, aspect: 16 / 9 }) } : {})}
        {...(captions ? { crossOrigin: "anonymous" } : {})}
      >
        {captions ? (
          <track
            kind="captions"
            src={`${base}/${captions}`}
            srcLang={LOCALE.language}
            label="Captions"
            default
          />
        ) : null}
      </video>
      <figcaption>{title}</figcaption>
    </figure>
  );
}
