/** A plain link: the feed is a file for other programs, not a page of the site. */
export function FeedLink() {
  return (
    <a
      href="/blog/rss.xml"
      className="mt-4 inline-flex min-h-11 items-center gap-2.5 font-semibold text-accent underline-offset-4 hover:underline"
    >
      <svg
        aria-hidden="true"
        viewBox="0 0 16 16"
        className="size-4"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.8"
        strokeLinecap="round"
      >
        <path d="M2.5 2.500a11 11 0 0 1 11 11M2.5 7.500a6 6 0 0 1 6 6" />
        <circle cx="3.5" cy="12.5" r="1" fill="currentColor" />
      </svg>
      Follow by RSS
    </a>
  );
}
