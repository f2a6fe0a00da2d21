import { spawn } from "node:child_process";
import puppeteer from "puppeteer-core";
import { Builder, By, Capabilities } from "selenium-webdriver";
import { freePort } from "../support/ports.ts";

/** One window of a real browser, driven by trusted input. Selectors are CSS. */
export interface Driver {
  engine: string;
  goto(url: string): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  /** Returns the value of an expression in the page. */
  evaluate<Value>(expression: string): Promise<Value>;
  click(selector: string): Promise<void>;
  type(selector: string, text: string): Promise<void>;
  attach(selector: string, path: string): Promise<void>;
  close(): Promise<void>;
}

/** Opens Firefox over WebDriver BiDi. */
export async function openFirefox(): Promise<Driver> {
  const browser = await puppeteer.launch({
    browser: "firefox",
    executablePath: process.env["FIREFOX_PATH"] || "/usr/bin/firefox-esr",
    headless: true,
  });
  const page = await browser.newPage();
  const found = async (selector: string) => {
    const element = await page.$(selector);
    if (!element) throw new Error(`There is no ${selector}.`);
    return element;
  };
  return {
    engine: "Firefox",
    goto: async (url) => void (await page.goto(url)),
    resize: (width, height) => page.setViewport({ width, height }),
    evaluate: <Value>(expression: string) => page.evaluate(expression) as Promise<Value>,
    click: async (selector) => (await found(selector)).click(),
    type: async (selector, text) => (await found(selector)).type(text),
    attach: async (selector, path) => {
      const input = await found(selector);
      await (input as Awaited<ReturnType<typeof page.$<"input">>> & object).uploadFile(path);
    },
    close: () => browser.close(),
  };
}

/** Opens WebKitGTK's small browser on a display of its own. */
export async function openWebKit(): Promise<Driver> {
  const port = await freePort();
  const server = spawn("xvfb-run", ["-a", "WebKitWebDriver", `--port=${port}`], {
    detached: true,
    stdio: "ignore",
  });
  const stop = () => {
    if (server.pid) process.kill(-server.pid);
  };
  try {
    const browser = await new Builder()
      .usingServer(await ready(`http://127.0.0.1:${port}`))
      .withCapabilities(
        new Capabilities({
          browserName: "MiniBrowser",
          "webkitgtk:browserOptions": { binary: MINI_BROWSER, args: ["--automation"] },
        }),
      )
      .build();
    const found = (selector: string) => browser.findElement(By.css(selector));
    return {
      engine: "WebKit",
      goto: (url) => browser.get(url),
      resize: async (width, height) => void (await browser.manage().window().setRect({ width, height })),
      evaluate: <Value>(expression: string) => browser.executeScript<Value>(`return (${expression});`),
      click: (selector) => found(selector).click(),
      type: (selector, text) => found(selector).sendKeys(text),
      attach: (selector, path) => found(selector).sendKeys(path),
      async close() {
        await browser.quit();
        stop();
      },
    };
  } catch (error) {
    stop();
    throw error;
  }
}

const MINI_BROWSER = process.env["WEBKIT_PATH"] || "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser";

/** Waits for a WebDriver server. Returns its address. */
async function ready(address: string): Promise<string> {
  for (let round = 0; round < 100; round += 1) {
    const isUp = await fetch(`${address}/status`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) return address;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`Nothing answers at ${address}.`);
}
