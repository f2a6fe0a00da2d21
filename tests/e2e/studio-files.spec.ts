import sharp from "sharp";
import { signInContext } from "../support/admins.ts";
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
  "a reviewer sees and opens attachments where the questionnaire is, and what is stored of each",
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
    const [logo] = await studio.writer.fetch<{ subject: string; url: string }[]>(FILES);

    await openDocument(page, studio, `clientQuestionnaire;all;${logo?.subject}`);
    await page.getByRole("tab", { name: "5. Additional" }).click(SLOW);
    const shown = page.getByRole("img", { name: "logo.png" });
    await shown.scrollIntoViewIfNeeded(SLOW);
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth), SLOW).toBe(480);
    const link = page.getByRole("link", { name: "Open plan.pdf" });
    const opened = await page.request.get((await link.getAttribute("href")) ?? "");
    expect(opened.headers()["content-disposition"]).toBe("attachment; filename=plan.pdf");
    expect((await opened.body()).equals(sampleFiles.pdf)).toBe(true);

    await page.getByRole("link", { name: "Details of logo.png" }).click();
    const fullPath = page.getByTestId("field-fullPath").getByRole("textbox");
    await expect(fullPath).toHaveValue(/^questionnaire-files\/\d+-logo\.png$/, SLOW);
    await expect(page.getByRole("link", { name: "Open logo.png" }).last()).toBeVisible(SLOW);

    const stranger = await fetch(`${origin}${logo?.url}`, { redirect: "manual" });
    expect(stranger.status).not.toBe(200);
  },
);

sharingTest(
  "a contract opens as in the dashboard: words, amounts, what happened, the drawn signature",
  async ({ page, studio }) => {
    const signature = `data:image/png;base64,${(await picture()).toString("base64")}`;
    const sample = sampleContract(1);
    const received = {
      _key: "received-1",
      at: "2026-11-21T12:00:00Z",
      kind: "received",
      amountCents: 84_200,
    };
    const history = [...(sample.history ?? []), received];
    const contract = { ...sample, signature, history, subscription: null };
    await studio.writer.createOrReplace(contract);
    await signInContext(page.context(), studio.site);
    await openDocument(page, studio, `contract;all;${contract._id}`);
    const detail = page.getByTestId("submission-detail");
    await expect(detail).toContainText(
      "Quarterly (5% off): $1,368.00 for 12 months, $342.00 every 3 months",
      SLOW,
    );
    await expect(detail.getByRole("region", { name: "Timeline" }).getByRole("listitem")).toHaveText([
      /^Payment received.*Nov 21, 2026.*\$842\.00$/,
      /^Order placed.*Nov 20, 2026.*Client$/,
    ]);
    await expect(page.getByRole("link", { name: "Open in the dashboard" })).toHaveAttribute(
      "href",
      `/admin/contracts/${contract._id}`,
    );
    // A subscription that is not there yet is stored as null.
    await expect(page.getByText("Invalid property value")).toHaveCount(0);
    const shown = page.getByRole("img", { name: "Signature of the client" });
    await shown.scrollIntoViewIfNeeded(SLOW);
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth), SLOW).toBe(480);
  },
);
