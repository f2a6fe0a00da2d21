import { createRemixStub } from "@remix-run/testing";
import { fireEvent, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test, it } from "vitest";
import { textBlocks } from "../../tests/support/text-blocks.ts";
import { safeHref } from "./inner-text.tsx";
import { PortableText } from "./portable-text.tsx";
import { type RichText, headingId } from "./rich-text.ts";

function block(key: string, style: string, text: string, href?: string) {
  const marks = href ? ["l"] : [];
  return {
    _type: "block",
    _key: key,
    style,
    markDefs: href ? [{ _key: "l", _type: "link", href }] : [],
    children: [{ _type: "span", _key: `${key}s`, text, marks }],
  };
}

function show(...blocks: unknown[]) {
  return showUnder(1, ...blocks);
}

function showUnder(under: 1 | 3, ...blocks: unknown[]) {
  const Component = () => <PortableText value={blocks as RichText} under={under} />;
  const Page = createRemixStub([{ path: "/", Component }]);
  return render(<Page />);
}

test("headings have anchors, and two of the same words have two", async () => {
  show(block("a", "h2", "The order"), block("b", "normal", "Text"), block("c", "h2", "The order"));
  const headings = await screen.findAllByRole("heading", { level: 2 });
  expect(headings.map((heading) => heading.id)).toEqual(["the-order", "the-order-2"]);
});

test("a heading without words is not there, and a heading 1 is below the page's own", async () => {
  const { container } = show(
    block("a", "h2", ""),
    block("b", "h3", " "),
    block("c", "h1", "From a document"),
  );
  expect((await screen.findByRole("heading", { level: 2 })).id).toBe("from-a-document");
  expect(container.querySelectorAll("h1, h3")).toHaveLength(0);
  expect(container.querySelectorAll("h2")).toHaveLength(1);
});

test("under a heading of the page the text's own are below it", async () => {
  showUnder(3, block("a", "h2", "The order"), block("b", "h3", "Prices"));
  expect((await screen.findByRole("heading", { level: 4 })).textContent).toBe("The order");
  expect(screen.getByRole("heading", { level: 5 }).textContent).toBe("Prices");
});

test("a link that may not be followed leaves its words", async () => {
  show(
    block("a", "normal", "inside", "/policy"),
    block("b", "normal", "outside", "https://example.com/a"),
    block("c", "normal", "harmful", "javascript:alert(1)"),
  );
  expect(await screen.findByRole("link", { name: "inside" })).toHaveProperty("pathname", "/policy");
  expect(screen.getByRole("link", { name: "outside" }).getAttribute("rel")).toBe("noopener noreferrer");
  expect(screen.queryByRole("link", { name: "harmful" })).toBeNull();
  expect(screen.getByText("harmful")).toBeTruthy();
});

test("pictures become figures with their caption; one without a file and unknown blocks are left out", async () => {
  const picture = {
    _type: "imageWithAlt",
    _key: "p",
    assetPath: "images/local/production/a-100x50.png",
    width: 100,
    height: 50,
    alt: "A chart",
    caption: "What it shows",
  };
  const { container } = show(
    picture,
    { ...picture, _key: "q", assetPath: null, caption: "gone" },
    { _type: "mystery", _key: "m" },
    { _type: "code", _key: "c", code: "a < b" },
  );
  const figure = await screen.findByRole("figure");
  expect(figure.textContent).toBe("What it shows");
  expect(screen.getByRole("img", { name: "A chart" }).getAttribute("width")).toBe("100");
  expect(container.querySelector("pre code")?.textContent).toBe("a < b");
  expect(container.innerHTML).not.toContain("style=");
});

/** The blocks as queries return them. */
const PICTURE = { assetPath: "images/local/production/a-100x50.png", width: 100, height: 50 };
const blocks = Object.fromEntries(textBlocks(PICTURE).map((one) => [one._key, one]));

test("a table has headings where its editor said so, and its cells keep their links", async () => {
  const { container } = show(blocks["table"]);
  expect(await screen.findAllByRole("columnheader")).toHaveLength(2);
  expect(container.querySelectorAll("thead tr, tbody tr")).toHaveLength(2);
  expect(screen.getByRole("cell", { name: "41" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "Wharfside" }).getAttribute("href")).toBe("/services");
  show({ ...blocks["table"], headerRows: undefined }, { _type: "table", _key: "empty" });
  expect((await screen.findAllByRole("table")).at(-1)?.querySelector("thead")).toBeNull();
  expect(screen.getAllByRole("table")).toHaveLength(2);
});

test("code shows its kinds by classes", async () => {
  const code = { _type: "code", _key: "c", tokens: ["a ", ["<b>", "string"]] };
  const { container } = show(code);
  await screen.findByText("<b>");
  expect(container.querySelector("pre code")?.innerHTML).toBe('a <span class="code-string">&lt;b&gt;</span>');
});

test("a gallery has its pictures and captions", async () => {
  show(blocks["gallery"]);
  expect((await screen.findAllByRole("img")).map((image) => image.getAttribute("alt"))).toEqual([
    "A quay",
    "A crane",
  ]);
  expect(screen.getByText("The old quay").tagName).toBe("FIGCAPTION");
});

test("a note says of which kind it is", async () => {
  show(blocks["note"], { ...blocks["note"], _key: "other", tone: undefined });
  const [warning, info] = await screen.findAllByRole("note");
  expect(warning!.textContent).toBe("WarningMind the gangway.");
  expect(info!.textContent).toBe("NoteMind the gangway.");
  expect(warning!.querySelector("a")?.getAttribute("href")).toBe("/contact");
});

test("a video is a link until it is clicked; only then its player loads, with nothing but the id", async () => {
  const { container } = show(blocks["video"]);
  const still = await screen.findByRole("link", { name: /Play video A day at the lock/ });
  expect(still.getAttribute("href")).toBe("https://www.youtube.com/watch?v=aqz-KE-bpKQ");
  expect(container.innerHTML).not.toMatch(/nocookie|follow/);
  expect(screen.getByText(/Played by YouTube, which sees your visit/)).toBeTruthy();
  expect(screen.getByRole("link", { name: "Privacy Policy" })).toBeTruthy();
  expect(fireEvent.click(still, { ctrlKey: true })).toBe(true);
  expect(container.querySelector("iframe")).toBeNull();
  await userEvent.click(still);
  const player = screen.getByTitle("A day at the lock");
  expect(player.getAttribute("src")).toBe(
    "https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?autoplay=1&rel=0",
  );
  expect(document.activeElement).toBe(player);
});

test("a video that is a file is sent by the site, with its captions; one without an address is left out", async () => {
  const file = "files/local/production/a.mp4";
  const { container } = show(
    { _type: "video", _key: "f", title: "The film", file, captions: "files/local/production/a.vtt" },
    { _type: "video", _key: "x", title: "Nowhere", url: "https://evil.example/watch?v=aqz-KE-bpKQ" },
  );
  const video = await screen.findByLabelText("The film");
  expect(video.getAttribute("src")).toBe(`/lake/${file}`);
  expect(video.querySelector("track")?.getAttribute("src")).toBe("/lake/files/local/production/a.vtt");
  expect(container.textContent).not.toContain("Nowhere");
  expect(container.querySelector("a, iframe")).toBeNull();
});

it.each([
  "/contact",
  "#terms",
  "/services#web-development",
  "https://example.com/a",
  "mailto:a@example.com",
  "tel:+12125550100",
])("follows %s", (href) => expect(safeHref(href)?.href).toBe(href));

it.each([
  "javascript:alert(1)",
  "//evil.example",
  "/\\evil.example",
  "data:text/html,x",
  " ",
  "vbscript:x",
  "#a b",
  null,
  7,
])("drops %s", (href) => expect(safeHref(href)).toBeNull());

it("names headings by their words", () => {
  expect(headingId("Où, how & why?")).toBe("ou-how-why");
});
