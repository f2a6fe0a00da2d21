import type { Locator, Page } from "@playwright/test";
import { PAGES } from "../../app/model/page-list.ts";
import { agree, fillContact, next } from "../../tests/support/order-page.ts";
import { fillAll } from "../../tests/support/questionnaire-page.ts";

export interface Screen {
  name: string;
  path: string;
  /** Steps before the screenshot. */
  arrange?: (page: Page) => Promise<void>;
  /** Seen by a signed-in admin. */
  admin?: true;
  /** The whole page instead of what fits into the window. */
  whole?: true;
}

const press = (name: string) => (page: Page) => page.getByRole("button", { name }).click();

/** Longer than `MIN_FILL_MS` of app/submissions/spam/spam-check.server.ts. */
const FILL_MS = 1_100;

async function toPayment(page: Page): Promise<void> {
  for (const id of ["websiteDevelopment", "websiteMaintenance"]) await page.locator(`#service-${id}`).check();
  await next(page, "Contact Information");
  await fillContact(page, "ada@example.com");
  await next(page, "Payment");
}

async function orderByInvoice(page: Page): Promise<void> {
  await toPayment(page);
  await agree(page);
  // What is filled in within a second is suspected spam, so that its badge would depend on the speed of the machine.
  await page.waitForTimeout(FILL_MS);
  await press("Submit order")(page);
  await page.waitForURL("**/thank-you*");
}

async function checkAnswers(page: Page): Promise<void> {
  await fillAll(page, "Ada Lovelace");
  await page.getByText("Check your answers").click();
  await page.getByText("Check your answers").scrollIntoViewIfNeeded();
}

const page = (name: string, path = `/${name}`): Screen => ({ name, path, whole: true });

/** A form or list of the Studio. */
const studio = (
  name: string,
  shows: (page: Page) => Locator = (page) => page.getByTestId(/^field-/),
): Screen => ({
  name: `studio-${name}`,
  path: `/studio/structure/${name}`,
  admin: true,
  arrange: (page) => shows(page).first().waitFor(),
});

/** Pages that look like /policy, and the two forms, whose states are listed one by one. */
const LIKE_ANOTHER = new Set(["/privacy", "/terms", "/questionnaire", "/contract"]);

/** Every screen, and every state of a screen that looks different. */
export const SCREENS: readonly Screen[] = [
  ...PAGES.filter(({ path }) => !LIKE_ANOTHER.has(path)).map(({ path }) =>
    page(path.slice(1) || "home", path),
  ),
  page("article", "/blog/the-monday-question"),
  { name: "questionnaire", path: "/questionnaire", whole: true },
  { name: "questionnaire-check", path: "/questionnaire", arrange: checkAnswers, whole: true },
  { name: "questionnaire-errors", path: "/questionnaire?step=5", arrange: press("Submit Questionnaire") },
  { name: "order-services", path: "/contract", whole: true },
  { name: "order-payment", path: "/contract", arrange: toPayment, whole: true },
  { name: "thank-you", path: "/contract", arrange: orderByInvoice },
  {
    name: "order-confirmation",
    path: "/contract",
    whole: true,
    async arrange(page) {
      await orderByInvoice(page);
      await page.getByRole("link", { name: "See your order" }).click();
      await page.getByRole("heading", { name: "Order confirmation" }).waitFor();
    },
  },
  { name: "login", path: "/login" },
  { name: "not-found", path: "/no-such-page" },
  { name: "admin", path: "/admin", admin: true, whole: true },
  { name: "admin-questionnaire", path: "/admin/questionnaires/questionnaire.sample-3", admin: true },
  { name: "admin-contract", path: "/admin/contracts/contract.sample-3", admin: true },
  {
    name: "admin-contract-print",
    path: "/admin/contracts/contract.sample-3/print",
    admin: true,
    whole: true,
  },
  { name: "admin-nothing-found", path: "/admin?questionnaires-search=nobody#questionnaires", admin: true },
  { name: "admin-figures", path: "/admin/figures", admin: true, whole: true },
  { ...studio("start", (page) => page.getByText(/^Still the demo/)), path: "/studio" },
  {
    ...studio("preview", (page) => page.frameLocator("iframe").locator("h1")),
    path: "/studio/presentation/homePage?type=homePage&preview=/",
  },
  studio("orderService", (page) => page.getByText("Database management")),
  ...["homePage", "paymentSettings", "siteSettings", "look"].map((name) => studio(name)),
  { name: "admin-outbox", path: "/admin/outbox", admin: true, whole: true },
];
