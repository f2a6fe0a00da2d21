/**
 * One block of running text (portable text) as a query answers it. Only what the site itself looks at is named; the rest
 * is the renderer's, see portable-text.tsx.
 */
export interface RichTextBlock {
  _type: string;
  _key: string;
  /** `normal`, `h2`, `blockquote`...; not on pictures. */
  style?: string | undefined;
}

export type RichText = RichTextBlock[];

/** A query's answer whose running text is only known as that; the generated types do not survive loader data. */
export type WithRichText<Answer, Field extends keyof Answer> = Omit<Answer, Field> & {
  [Name in Field]: RichText | null;
};
