import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { pageMark } from "../form-token.ts";
import { begin, type Town } from "./visitors.ts";
import { Line } from "./line.ts";
import type { Scene } from "./scene.ts";
import { FORM_TOKEN } from "../../../app/submissions/spam/page-token.ts";
import type { Ledger } from "./ledger.ts";

const PAGES = ["/", "/services", "/blog", "/contact", "/contract", "/search?q=data", "/login", "/healthz"];

export interface Traffic {
  line: Line;
  ledger: Ledger;
  /** Responses other than 2xx and 3xx, and requests without one. */
  failed: string[];
  stop(): Promise<void>;
}

/** Reads pages, as an admin too, and sends messages without a retry until it is stopped: nothing may fail. */
export async function startTraffic(scene: Scene, lanes = 4): Promise<Traffic> {
  const line = new Line(scene.origin);
  const ledger: Ledger = { entries: [], statuses: [], headlines: [] };
  const failed: string[] = [];
  const { formMark } = await pageMark(scene.origin);
  const town: Town = { line, ledger, formMark, secret: scene.secret, stripeOrigin: scene.stripe.origin };
  let isOver = false;

  async function ask(path: string, init: RequestInit = {}): Promise<boolean> {
    const headers = { "x-forwarded-for": line.newAddress(), ...(init.headers as Record<string, string>) };
    const answer = await line.ask(path, { ...init, headers });
    const isGood = answer !== null && answer.status >= 200 && answer.status < 400;
    if (!isGood)
      failed.push(
        `${answer?.status ?? "no answer"} ${init.method ?? "GET"} ${path} ${answer?.text.slice(0, 200)}`,
      );
    return isGood;
  }
  async function write(): Promise<void> {
    const entry = begin(town, "contact");
    const fields = { name: "Ada", email: entry.email, message: entry.mark, submissionId: randomUUID() };
    const body = new URLSearchParams({ ...fields, [FORM_TOKEN]: formMark });
    entry.acknowledged = await ask("/contact.data", { method: "POST", body });
  }
  async function lane(first: number): Promise<void> {
    for (let n = first; !isOver; n++) {
      await ask(PAGES[n % PAGES.length] ?? "/");
      if (n % 3 === 0) await write();
      if (n % 5 === 0) await ask("/admin", { headers: { cookie: scene.adminCookie } });
      await sleep(20);
    }
  }
  const lanesDone = Promise.all(Array.from({ length: lanes }, (_, index) => lane(index)));
  return {
    line,
    ledger,
    failed,
    async stop() {
      isOver = true;
      await lanesDone;
    },
  };
}
