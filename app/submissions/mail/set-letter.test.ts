import { expect, test } from "vitest";
import { setLetter } from "./set-letter.ts";

const letter = {
  to: "ada@example.com",
  subject: "We <received> it",
  paragraphs: ["Thank you!", "Two\nlines"],
  facts: [{ label: "Reference", value: "7KQ2-M9XD" }],
  link: { text: "Open it", href: 'https://site.test/a?b=1&c="2"' },
};

test("says the same as text and as HTML", () => {
  const { text, html } = setLetter(letter, "https://site.test");
  expect(text).toBe(
    "Thank you!\n\nTwo\nlines\n\nReference: 7KQ2-M9XD\n\n" +
      'Open it:\nhttps://site.test/a?b=1&c="2"\n\n-- \nhttps://site.test\n',
  );
  expect(html).toContain("<title>We &lt;received&gt; it</title>");
  expect(html).toContain("Two<br>lines");
  expect(html).toContain('<a href="https://site.test/a?b=1&amp;c=&quot;2&quot;"');
});

test("nothing that was typed becomes markup, a control or a turned direction", () => {
  const typed = "<script>x</script>\u0000\u001b[31m \u202egnp.exe";
  const { text, html } = setLetter(
    { ...letter, paragraphs: [typed], facts: [{ label: "Name", value: typed }] },
    "https://site.test",
  );
  expect(html).not.toContain("<script");
  for (const one of [text, html]) expect(one).not.toMatch(/[^\P{Cc}\n]|\u202e/u);
});

test("the HTML loads nothing from anywhere", () => {
  expect(setLetter(letter, "https://site.test").html).not.toMatch(/src=|url\(|<link|<script|<img/);
});
