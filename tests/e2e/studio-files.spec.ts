import sharp from "sharp";
import { questionnaireFields } from "../abuse/abuse-harness.ts";
import { sampleFiles } from "../support/sample-files.ts";
import { sampleContract } from "../support/sample-submissions.ts";
import { expect, openDocument, sharingTest, SLOW } from "../support/studio.ts";

const picture = () =>
  sharp({ create: { width: 480, height: 240, channels: 3, background: "#3a6ea5" } })
    .png()
    .toBuffer();

sharingTest.describe.configure({ mode: "default" });

sharingTest(
  "a reviewer opens attachments from the questionnaire, and from what is stored of each",
  async ({ page, studio }) => {
    const { origin } = studio.site;
    const form = new FormData();
    for (const [name, value] of Object.entries(questionnaireFields("Words"))) form.set(name, value);
    form.append("additionalInfo.attachments", new Blob([new Uint8Array(await picture())]), "logo.png");
    form.append("additionalInfo.attachments", new Blob([new Uint8Array(sampleFiles.pdf)]), "plan.pdf");
    const sent = await fetch(`${origin}/questionnaire`, { method: "POST", headers: { origin }, body: form });
    expect(sent.ok).toBe(true);
    const FILES = `*[_type == "storedFile"] | order(customMetadata.fileName asc)`;
    await expect.poll(() => studio.writer.fetch<number>(`count(${FILES})`), SLOW).toBe(2);
    const [logo] = await studio.writer.fetch<{ _id: string; subject: string; url: string }[]>(FILES);

    await openDocument(page, studio, `clientQuestionnaire;${logo?.subject}`);
    await page.getByRole("tab", { name: "5. Additional" }).click(SLOW);
    const link = page.getByRole("link", { name: "Open plan.pdf" });
    await expect(link).toBeVisible(SLOW);
    await expect(page.getByRole("link", { name: "Open logo.png" })).toHaveAttribute("href", logo?.url ?? "");
    const opened = await page.request.get((await link.getAttribute("href")) ?? "");
    expect(opened.headers()["content-disposition"]).toBe("attachment; filename=plan.pdf");
    expect((await opened.body()).equals(sampleFiles.pdf)).toBe(true);

    await openDocument(page, studio, `storedFile;${logo?._id}`);
    const fullPath = page.getByTestId("field-fullPath").getByRole("textbox");
    await expect(fullPath).toHaveValue(/^questionnaire-files\/\d+-logo\.png$/, SLOW);
    await expect(page.getByRole("link", { name: "Open the file" })).toHaveAttribute("href", logo?.url ?? "");

    const stranger = await fetch(`${origin}${logo?.url}`, { redirect: "manual" });
    expect(stranger.status).not.toBe(200);
  },
);

sharingTest(
  "a contract opens as the content model has it, without its drawn signature",
  async ({ page, studio }) => {
    const signature = `data:image/png;base64,${(await picture()).toString("base64")}`;
    // A subscription that is not there yet is stored as null.
    const contract = { ...sampleContract(1), signature, subscription: null };
    await studio.writer.createOrReplace(contract);
    await openDocument(page, studio, `contract;${contract._id}`);
    await page.getByTestId("group-tab-all-fields").click(SLOW);
    await expect(page.getByTestId("field-total")).toBeVisible(SLOW);
    await expect(page.getByTestId("field-lines")).toContainText(
      contract.lines?.[0]?.title ?? "no line",
      SLOW,
    );
    await expect(page.getByTestId("field-signature")).toHaveCount(0);
    await expect(page.getByText("Invalid property value")).toHaveCount(0);
  },
);
