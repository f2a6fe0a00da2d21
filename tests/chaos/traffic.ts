import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { FORM_TOKEN } from "../../app/submissions/spam/page-token.ts";
import { pageToken } from "../support/form-posts.ts";
import { auditSubmissions } from "./audit.ts";
import type { ClusterScene } from "./cluster-scene.ts";
import type { Ledger } from "./ledger.ts";
import { Line } from "./line.ts";
import { begin, type Town } from "./visitors.ts";

const PAGES = ["/", "/services", "/blog", "/contact", "/contract", "/search?q=data", "/login"];

interface Traffic {
  line: Line;
  ledger: Ledger;
  /** Responses other than 2xx and 3xx, and requests without one. */
  failed: string[];
  stop(): Promise<void>;
}

/** Reads pages, as an admin too, and sends messages without a retry until it is stopped: nothing may fail. */
async function startTraffic(scene: ClusterScene, lanes: number): Promise<Traffic> {
  const line = new Line(scene.origin);
  const ledger: Ledger = { entries: [], statuses: [], headlines: [] };
  const failed: string[] = [];
  const { formToken } = await pageToken(scene.origin);
  const town: Town = { line, ledger, formToken, secret: scene.secret, stripeOrigin: scene.stripe.origin };
  const over = new AbortController();

  async function ask(path: string, init: RequestInit = {}): Promise<boolean> {
    const headers = {
      "x-forwarded-for": line.newAddress(),
      // A browser repeats a request for which an idle connection was closed, which `fetch` does not.
      connection: "close",
      ...(init.headers as Record<string, string> | undefined),
    };
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
    const body = new URLSearchParams({ ...fields, [FORM_TOKEN]: formToken });
    entry.acknowledged = await ask("/contact.data", { method: "POST", body });
  }
  async function lane(first: number): Promise<void> {
    for (let n = first; !over.signal.aborted; n++) {
      await ask(PAGES[n % PAGES.length] ?? "/");
      if (n % 3 === 0) await write();
      if (n % 5 === 0) await ask("/admin", { headers: { cookie: scene.adminCookie } });
      await sleep(100);
    }
  }
  const lanesDone = Promise.all(Array.from({ length: lanes }, (_, index) => lane(index)));
  return {
    line,
    ledger,
    failed,
    async stop() {
      over.abort();
      await lanesDone;
    },
  };
}

/** What a fourth process and a rolling restart cost. */
export interface RestartFigures {
  requests: number;
  /** Descriptions of failed requests. */
  failed: string[];
  acknowledged: number;
  lost: number;
  /** Exit codes of the restarted processes. */
  codes: (number | null)[];
}

/** Under load, starts a fourth process and restarts the other three one after another. `lanes` is the number of visitors. */
export async function restartUnderLoad(scene: ClusterScene, lanes = 4): Promise<RestartFigures> {
  const { cluster, editor } = scene;
  const traffic = await startTraffic(scene, lanes);
  await cluster.join();
  const codes: (number | null)[] = [];
  for (const { program } of cluster.sites.slice(0, 3)) {
    codes.push(await program.restart());
    await program.ready();
  }
  await traffic.stop();
  const { acknowledged, lost, duplicates } = await auditSubmissions(editor, traffic.ledger);
  return {
    requests: traffic.line.requests,
    failed: [...traffic.failed, ...(duplicates > 0 ? [`${duplicates} messages stored twice`] : [])],
    acknowledged,
    lost,
    codes,
  };
}
