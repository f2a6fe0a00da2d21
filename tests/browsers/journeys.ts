import type { Driver } from "./drivers.ts";

/** What the journeys need of the site. */
export interface Stage {
  origin: string;
  account: { email: string; password: string };
  /** Path of a PDF. */
  file: string;
}

const TIMEOUT_MS = 20_000;

/** Repeats until the expression is true in the page. Throws an error that names it. */
async function until(driver: Driver, expression: string): Promise<void> {
  const end = Date.now() + TIMEOUT_MS;
  while (Date.now() < end) {
    // A navigation may take the page away meanwhile.
    if (await driver.evaluate<boolean>(`Boolean(${expression})`).catch(() => false)) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const text = await driver.evaluate<string>(`location.href + " " + document.body.innerText.slice(0, 600)`);
  throw new Error(`Never true: ${expression}\n${text}`);
}

const sees = (driver: Driver, text: string) =>
  until(driver, `document.body.innerText.includes(${JSON.stringify(text)})`);

const open = async (driver: Driver, { origin }: Stage, path: string) => {
  await driver.goto(origin + path);
  await until(driver, `document.documentElement.dataset.live !== undefined`);
};

/** Marks the first visible element of these that has the name, and returns its selector. */
async function named(driver: Driver, selector: string, name: string): Promise<string> {
  const find = `[...document.querySelectorAll(${JSON.stringify(selector)})].find((one) => {
    const label = one.getAttribute("aria-label") ?? [...(one.labels ?? [])].map((l) => l.textContent).join(" ").trim();
    const text = (label || one.textContent).replaceAll(/\\s+/g, " ").trim();
    return text.startsWith(${JSON.stringify(name)}) && one.getClientRects().length > 0;
  })`;
  await until(driver, find);
  await driver.evaluate(
    `document.querySelectorAll("[data-found]").forEach((one) => one.removeAttribute("data-found"))`,
  );
  await driver.evaluate(`${find}.setAttribute("data-found", "")`);
  await driver.evaluate(
    `document.querySelector("[data-found]").scrollIntoView({ block: "center", behavior: "instant" })`,
  );
  return "[data-found]";
}

const press = async (driver: Driver, name: string) =>
  driver.click(await named(driver, "button, summary", name));
const follow = async (driver: Driver, name: string) => driver.click(await named(driver, "a", name));
const type = async (driver: Driver, name: string, text: string) =>
  driver.type(await named(driver, "input, textarea", name), text);
const tick = async (driver: Driver, name: string) => driver.click(await named(driver, "input", name));

async function sendOrder(driver: Driver, stage: Stage): Promise<void> {
  await open(driver, stage, "/contract");
  await driver.click("#service-websiteDevelopment");
  await press(driver, "Next");
  await sees(driver, "Contact Information");
  await type(driver, "First name", "Ada");
  await type(driver, "Last name", "Lovelace");
  await type(driver, "Telephone", "2125550142");
  await type(driver, "Email", "ada@example.com");
  await type(driver, "ZIP code", "10001");
  await press(driver, "Next");
  await named(driver, "input", "I have read the policy");
}

/** Waits for the page that follows: it would come in the middle of the next journey. */
async function submitted(driver: Driver): Promise<void> {
  await sees(driver, "Contract submitted successfully!");
  await until(driver, `location.pathname === "/thank-you"`);
}

/** The main journeys, the same in every engine. */
export const JOURNEYS: Record<string, (driver: Driver, stage: Stage) => Promise<void>> = {
  async "home and the menu at 390 px"(driver, stage) {
    await driver.resize(390, 844);
    await open(driver, stage, "/");
    await until(driver, `document.documentElement.scrollWidth <= innerWidth`);
    await press(driver, "Menu");
    await follow(driver, "About");
    await until(driver, `location.pathname === "/about" && document.querySelector("h1")`);
    await driver.resize(1280, 900);
  },
  async "an article is found by a word with a typo"(driver, stage) {
    await open(driver, stage, "/blog");
    await driver.type("#search-footer", "dashbord");
    await driver.click(await named(driver, "footer [role=search] button", "Search"));
    await sees(driver, "for “dashbord”");
    await follow(driver, "Build the dashboard for Monday");
    await until(driver, `location.pathname.startsWith("/blog/") && document.querySelector("h1")`);
  },
  async "contact form with errors, then valid"(driver, stage) {
    await open(driver, stage, "/contact");
    await press(driver, "Send Message");
    await until(driver, `document.querySelector("[aria-invalid=true]")`);
    await type(driver, "Name", "Ada Lovelace");
    await type(driver, "Email", "ada@example.com");
    await type(driver, "Message", "Could you build us a website with a blog?");
    await press(driver, "Send Message");
    await sees(driver, "Reference number:");
  },
  async "questionnaire with a file"(driver, stage) {
    await open(driver, stage, "/questionnaire");
    await type(driver, "Main headline", "Fresh bread");
    await type(driver, "Key features", "Order online");
    await press(driver, "Next");
    await type(driver, "Company story", "Since 1950");
    await type(driver, "Mission statement", "Bread for all");
    await press(driver, "Next");
    await type(driver, "List of services", "Bread");
    await tick(driver, "Contact for Pricing");
    await press(driver, "Next");
    await tick(driver, "Budget Range");
    await type(driver, "Street address", "1 Main Street");
    await type(driver, "City", "New York");
    await type(driver, "State", "NY");
    await type(driver, "ZIP code", "10001");
    await type(driver, "Your name", "Ada Lovelace");
    await type(driver, "Your email", "ada@example.com");
    await type(driver, "Your phone", "2125550142");
    await press(driver, "Next");
    await sees(driver, "Step 5 of 5");
    await driver.attach("input[type=file]", stage.file);
    await named(driver, "button", "Remove ");
    await press(driver, "Submit Questionnaire");
    await sees(driver, "Thank you! Your questionnaire has been submitted successfully.");
  },
  async "order by invoice"(driver, stage) {
    await sendOrder(driver, stage);
    await tick(driver, "I have read the policy");
    await press(driver, "Submit order");
    await submitted(driver);
  },
  async "order by card, with Stripe's stand-in"(driver, stage) {
    await sendOrder(driver, stage);
    await tick(driver, "Card");
    await type(driver, "Card number", "4242424242424242");
    await tick(driver, "I have read the policy");
    await press(driver, "Pay and submit");
    await submitted(driver);
  },
  async "sign-in"(driver, stage) {
    await open(driver, stage, "/login?redirectTo=%2Fabout");
    await type(driver, "Email", stage.account.email);
    await type(driver, "Password", stage.account.password);
    await press(driver, "Sign In");
    await until(driver, `location.pathname === "/about"`);
    await named(driver, "button", "Sign out");
  },
};
