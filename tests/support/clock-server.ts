import { createServer } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { JobStore } from "../../app/submissions/queue/job-store.server.ts";
import { startSite } from "../../server/index.ts";

// The site with a clock that a test sets: `POST /` with an ISO time to CONTROL_PORT sets it, runs the hourly jobs of contracts
// and responds when their emails are sent.

let now = new Date(process.env.START_TIME ?? "");
const services = await startSite(process.env, { shouldWarm: false, clock: () => now });
const queue = new JobStore(join(process.env.DATA_DIR ?? "", "queue"));

const waitForEmails = async () => {
  while (queue.open("mail", 1).count > 0) await sleep(10);
};

createServer((request, response) => {
  void text(request).then(async (time) => {
    now = new Date(time);
    await services.contracts.bill();
    await services.contracts.sweep?.();
    await waitForEmails();
    response.end();
  });
}).listen(Number(process.env.CONTROL_PORT), "127.0.0.1");
