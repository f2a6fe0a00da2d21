import { STUDIO_TEXTS } from "../../app/model/text-groups.ts";
import { contentTypes } from "../../studio/model/kinds.ts";
import { signInContext } from "../support/admins.ts";
import {
  sampleContract,
  sampleMessage,
  sampleQuestionnaire,
  sampleSubscriber,
  storeSamples,
} from "../support/sample-submissions.ts";
import { expect, goTo, SLOW, test, type Page } from "../support/studio.ts";

// The fixture fails a test on any error in the console: calls that were refused or answered with 4xx or 5xx are among them.

/** Opens the list of texts, then these documents. */
async function openAll(page: Page, paths: readonly string[]): Promise<void> {
  await page.goto("/studio/structure/texts");
  const form = page.getByTestId("document-panel-scroller");
  for (const path of paths) {
    await expect(page.getByTestId("studio-navbar")).toBeVisible(SLOW);
    await expect(form).toHaveCount(0, SLOW);
    await goTo(page, `/studio/${path}`);
    await expect(form.first()).toBeVisible(SLOW);
    await goTo(page, "/studio/structure");
  }
}

const samples = [sampleQuestionnaire(1), sampleContract(1), sampleMessage(1), sampleSubscriber(1)];

// Other tests count what is new on this site.
test.afterEach(async ({ studio }) => {
  for (const { _id } of samples) await studio.writer.delete(_id);
});

test("an administrator's console is silent", async ({ page, studio }) => {
  await storeSamples(studio.writer, (n) => samples[n] ?? sampleMessage(n), samples.length);
  await signInContext(page.context(), studio.site);
  await openAll(page, [
    "structure/paymentSettings",
    ...samples.map(({ _type, _id }) => `structure/${_type};${_id}`),
  ]);
});

/** The documents of texts are alike: one stands for them. None is stored before somebody changes a text. */
const texts = STUDIO_TEXTS.map(({ type }) => type);

test("an editor's console is silent", async ({ page, studio }) => {
  const documents = await studio.writer.fetch<{ _id: string; _type: string }[]>(
    "*[_type in $types]{ _id, _type }",
    { types: contentTypes.filter((type) => !texts.includes(type)) },
  );
  const first = new Map(documents.map(({ _id, _type }) => [_type, `intent/edit/id=${_id};type=${_type}`]));
  await signInContext(page.context(), studio.site, "edith@example.com", "editor");
  await openAll(page, [...first.values(), `intent/edit/id=${texts[0]};type=${texts[0]}`]);
});
