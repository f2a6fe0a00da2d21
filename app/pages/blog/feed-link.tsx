import { LineIcon } from "../../ui/line-icon.tsx";

/** A plain link: the feed is a file for other programs, not a page of the site. */
export function FeedLink() {
  return (
    <a
      href="/blog/rss.xml"
      className="mt-4 inline-flex min-h-11 items-center gap-2.5 font-semibold text-accent underline-offset-4 hover:underline"
    >
      <LineIcon box={16} stroke={1.8} className="size-4">
        <path d="M2.5 2.500a11 11 0 0 1 11 11M2.5 7.500a6 6 0 0 1 6 6" />
        <circle cx="3.5" cy="12.5" r="1" fill="currentColor" />
      </LineIcon>
      Follow by RSS
    </a>
  );
}
