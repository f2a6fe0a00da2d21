/**
 * One block of running text (portable text) as a query answers it. Only what the site itself looks at is named; the rest
 * is the renderer's, see portable-text.tsx. Nothing optional here, so that it passes through loader data unchanged.
 */
export interface RichTextBlock {
  _type: string;
  _key: string;
  /** `normal`, `h2`, `blockquote`...; not on pictures. */
  style: string | undefined;
}

export type RichText = RichTextBlock[];
