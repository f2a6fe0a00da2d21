import { expect, openDocument, sharingTest, SLOW } from "../support/studio.ts";

// What editors write and paste into a text.

sharingTest.describe.configure({ mode: "default" });

sharingTest(
  "what is pasted from Google Docs has a page's headings; what is left out is said",
  async ({ page, studio }) => {
    const id = "drafts.project-pasted";
    await studio.writer.create({ _id: id, _type: "project", title: "Pasted", orderRank: "0|zzzzzz:" });
    await openDocument(page, studio, "project;project-pasted");
    const text = page.getByTestId("field-description").locator("[contenteditable=true]");
    await text.click(SLOW);
    const cells = '<table><tr><td><p>In a <a href="https://example.com/">cell</a></p></td></tr></table>';
    const words = `<h1><span>First</span></h1><p><span>Words</span></p>${cells}<p><img alt="" src="data:,"></p>`;
    await text.evaluate((element, html) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/html", html);
      clipboardData.setData("text/plain", "First");
      element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    }, `<meta charset="utf-8"><b id="docs-internal-guid-1">${words}</b>`);
    await expect(page.getByText("A picture was left out")).toBeVisible(SLOW);
    const stored = `*[_id == $id][0].description[]{ style, "words": pt::text(coalesce(rows[].cells[].value[], @)) }`;
    await expect
      .poll(() => studio.writer.fetch(stored, { id }), SLOW)
      .toEqual([
        { style: "h2", words: "First" },
        { style: "normal", words: "Words" },
        { style: null, words: "In a cell" },
        { style: "normal", words: "" },
      ]);
    await expect(text.locator("table")).toContainText("In a cell");
    await studio.writer.delete(id);
  },
);

sharingTest("a table and code are added to a text", async ({ page, studio }) => {
  const id = "drafts.project-blocks";
  await studio.writer.create({ _id: id, _type: "project", title: "Blocks", orderRank: "0|zzzzzz:" });
  await openDocument(page, studio, "project;project-blocks");
  const field = page.getByTestId("field-description");
  await field.locator("[contenteditable=true]").first().click(SLOW);
  await page.keyboard.type("Before");
  await field.getByRole("button", { name: "Insert Table (block)" }).click(SLOW);
  await expect(field.locator("table")).toBeVisible(SLOW);
  await page.keyboard.type("Harbor");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Ferries");
  const table = `*[_id == $id][0].description[1]{ headerRows, "cells": rows[0].cells[]{ "words": pt::text(value) }.words }`;
  await expect
    .poll(() => studio.writer.fetch(table, { id }), SLOW)
    .toEqual({ headerRows: 1, cells: ["Harbor", "Ferries", ""] });
  await field.getByText("Before").click();
  await field.getByRole("button", { name: "Expand editor" }).click();
  await page.getByRole("button", { name: "Insert Code (block)" }).click(SLOW);
  await page.locator(".cm-content[contenteditable=true]").click({ position: { x: 20, y: 10 }, ...SLOW });
  await page.keyboard.type("let berth = 7;");
  const code = `*[_id == $id][0].description[_type == "code"][0].code`;
  await expect.poll(() => studio.writer.fetch<string | null>(code, { id }), SLOW).toBe("let berth = 7;");
  await page.keyboard.press("Escape");
  await studio.writer.delete(id);
});
