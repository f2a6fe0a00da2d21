import { expect, expectAccessible, newCaller, test, forget } from "../support/e2e.ts";
import { SUCCESS, fillAll, next, onStep, storedOf, submit } from "../support/questionnaire-page.ts";

const BANNER = "Please fill in all required fields correctly before submitting.";

test("the whole way: five steps, one document, thank-you", async ({ page }) => {
  const name = `Ada ${Date.now()}`;
  await page.goto("/questionnaire");
  await fillAll(page, name);
  await page.getByRole("button", { name: "Submit Questionnaire" }).dblclick();
  await expect(page.getByText(SUCCESS)).toBeVisible();
  await expect(page).toHaveURL(/\/thank-you\?ref=[0-9A-Z]{4}-[0-9A-Z]{4}$/);
  const stored = await storedOf(name);
  expect(stored).toHaveLength(1);
  expect(stored[0]).toMatchObject({
    servicesPage: { servicePricing: "contact" },
    contactPage: { contactFormFields: ["Budget Range"] },
    contactInfo: { phone: "(212) 555-0142", preferredContact: "email" },
  });
  await page.goto("/questionnaire");
  await page.getByRole("button", { name: "Start another" }).click();
  await expect(page.getByLabel("Main headline")).toHaveValue("");
});

test("every step is accessible, and the focus goes to its heading", async ({ page }) => {
  await page.goto("/questionnaire");
  for (let step = 1; step <= 5; step++) {
    await onStep(page, step);
    await expectAccessible(page);
    if (step === 5) break;
    await next(page).click();
    await expect(page.getByRole("heading", { level: 2 }).and(page.locator(":focus"))).toBeVisible();
  }
  await page.goBack();
  await onStep(page, 4);
});

test("before it is sent every answer can be checked, and changed where it was given", async ({ page }) => {
  await page.goto("/questionnaire");
  await fillAll(page, "Ada");
  await expect(page.getByText("Everything required is answered")).toBeVisible();
  await page.getByText("Check your answers").click();
  await expect(page.getByRole("definition").filter({ hasText: "Contact for Pricing" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Change Home Page Details" }).click();
  await onStep(page, 1);
  await page.getByLabel("Main headline").fill("");
  await page.goto("/questionnaire?step=5");
  await page.getByText("1 required answer is missing").click();
  await page.getByRole("button", { name: "Not answered yet" }).click();
  await expect(page.getByLabel("Main headline")).toBeFocused();
});

test("a failed submit opens the first wrong step, lists what is wrong, and forgets it on edit", async ({
  page,
  troubles,
}) => {
  await page.goto("/questionnaire?step=5");
  await page.getByRole("button", { name: "Submit Questionnaire" }).click();
  await onStep(page, 1);
  const summary = page.getByRole("alert").filter({ hasText: BANNER });
  await expect(summary).toBeFocused();
  await expect(summary.getByRole("link")).toHaveCount(12);
  await expectAccessible(page);
  await summary.getByRole("link", { name: "Phone number is required" }).click();
  await onStep(page, 4);
  await expect(page.getByLabel("Your phone")).toBeFocused();
  await page.getByLabel("Your phone").fill("2125550142");
  await expect(summary.getByRole("link")).toHaveCount(11);
  await next(page).click();
  await expect(page.getByText("Please fill in all required fields", { exact: true })).toBeVisible();
  forget(troubles, "422");
});

test("a step that is left says what is wrong with its answers, and holds nobody up", async ({ page }) => {
  await page.goto("/questionnaire");
  await fillAll(page, "Ada");
  await page.goto("/questionnaire?step=4");
  await page.getByLabel("Your phone").fill("+31 612");
  await page.getByLabel("ZIP code").fill("1234");
  await next(page).click();
  await onStep(page, 5);
  await expect(page.getByRole("heading", { level: 2 }).and(page.locator(":focus"))).toBeVisible();
  const summary = page.getByRole("alert").filter({ hasText: BANNER });
  await expect(summary.getByRole("link")).toHaveText([
    "Please enter a ZIP code of five or nine digits",
    "Please enter a valid phone number: + and 7 to 15 digits",
  ]);
  await expect(page.getByText("2 answers are not valid")).toBeVisible();
  await expect(page.getByText("Everything required is answered")).toBeHidden();
  await expectAccessible(page);
  await summary.getByRole("link", { name: /phone number/ }).click();
  await onStep(page, 4);
  await page.getByLabel("Your phone").fill("\u202A+31612345678\u202C");
  await page.getByLabel("State", { exact: true }).fill("Noord-Holland");
  await expect(page.getByLabel("Your phone")).toHaveValue("+31 6 12345678");
  await page.getByLabel("ZIP code").fill("1012 AB");
  await next(page).click();
  await expect(page.getByText("Everything required is answered")).toBeVisible();
  await expect(summary).toBeHidden();
});

test("a draft opens at the step where it was left, and goes when it is cleared", async ({ page }) => {
  await page.goto("/questionnaire");
  await page.getByLabel("Main headline").fill("Kept");
  await next(page).click();
  await page.getByRole("radiogroup", { name: "Include a team section?" }).getByLabel("Yes").check();
  await page.goto("/questionnaire");
  await expect(page.getByText("Your unfinished questionnaire was restored.")).toBeVisible();
  await onStep(page, 2);
  await expect(page.getByLabel("Team members")).toBeVisible();
  await page.goto("/questionnaire?step=1");
  await expect(page.getByLabel("Main headline")).toHaveValue("Kept");
  await page.getByRole("button", { name: "Clear draft" }).click();
  await expect(page.getByRole("heading", { level: 2 }).and(page.locator(":focus"))).toBeVisible();
  await page.goto("/questionnaire");
  await expect(page.getByLabel("Main headline")).toHaveValue("");
});

test("the way back after sending, and a reload there, say that it was sent", async ({ page }) => {
  await page.goto("/questionnaire");
  await fillAll(page, `Back ${Date.now()}`);
  await submit(page);
  await expect(page.getByRole("main")).toContainText(SUCCESS);
  await expect(page.getByRole("heading", { name: "What happens next" })).toBeVisible();
  await expectAccessible(page);
  const reference = new URL(page.url()).searchParams.get("ref") ?? "";
  const said = async () => {
    await expect(page.getByText(`Your questionnaire was sent, reference ${reference}.`)).toBeVisible();
    await expect(page.getByLabel("Your name")).toHaveCount(0);
  };
  await page.goBack();
  await said();
  await page.reload();
  await said();
  await expectAccessible(page);
  await page.getByRole("link", { name: "See what happens next" }).click();
  await expect(page.getByRole("main")).toContainText(reference);
  await page.goBack();
  await page.getByRole("button", { name: "Start another" }).click();
  await onStep(page, 1);
  await expect(page.getByLabel("Your name")).toHaveValue("");
  await page.reload();
  await onStep(page, 1);
  await expect(page.getByLabel("Main headline")).toBeVisible();
  await expect(page.getByText("Your unfinished questionnaire was restored.")).toHaveCount(0);
});

test("sent before its scripts came, the way back says so, too", async ({ page, troubles }) => {
  const name = `Early ${Date.now()}`;
  await page.route("**/assets/*.js", (route) => route.abort());
  await page.goto("/questionnaire");
  await fillAll(page, name, false);
  await page.unroute("**/assets/*.js");
  await page.getByRole("button", { name: "Submit Questionnaire" }).click();
  await expect(page).toHaveURL(/\/thank-you\?ref=/);
  await expect(page.locator("html[data-live]")).toBeAttached();
  await page.goBack();
  await expect(page.getByText(/^Your questionnaire was sent, reference/)).toBeVisible();
  expect(await storedOf(name)).toHaveLength(1);
  troubles.length = 0; // the scripts that were kept away
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("it is one page that posts and redirects", async ({ page, troubles }) => {
    const name = `No scripts ${Date.now()}`;
    await page.goto("/questionnaire");
    await page.getByLabel("Main headline").fill("Bread");
    await page.getByRole("button", { name: "Submit Questionnaire" }).click();
    await expect(page.getByText(BANNER)).toBeInViewport();
    await expect(page.getByLabel("Main headline")).toHaveValue("Bread");
    await fillAll(page, name, false);
    await page.getByRole("button", { name: "Submit Questionnaire" }).click();
    await expect(page).toHaveURL(/\/thank-you\?ref=/);
    const first = page.url();
    await expect(page.getByRole("main")).toContainText(SUCCESS);
    // Browsers ask before they go back to the answer to a post. The same answers in a new form are the same questionnaire.
    await page.goto("/questionnaire");
    await fillAll(page, name, false);
    await page.getByRole("button", { name: "Submit Questionnaire" }).click();
    await expect(page).toHaveURL(first);
    expect(await storedOf(name)).toHaveLength(1);
    forget(troubles, "422");
  });

  test.describe("somebody who sends too much", () => {
    test.use(newCaller);

    test("reads so at once, and loses nothing", async ({ page, troubles }) => {
      await page.goto("/questionnaire");
      await fillAll(page, "Ada", false);
      for (let tries = 0; tries < 40; tries++) {
        const answer = await page.request.post("/questionnaire", { form: { a: "" } });
        expect(answer.status()).toBe(422);
      }
      await page.getByRole("button", { name: "Submit Questionnaire" }).click();
      await expect(page.getByText("There was an error submitting your questionnaire")).toBeInViewport();
      await expect(page.getByLabel("Your email")).toHaveValue("ada@example.com");
      await expect(page.getByLabel("Contact for Pricing")).toBeChecked();
      forget(troubles, "429");
    });
  });
});
