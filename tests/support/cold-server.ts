import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { startSiteInTime } from "../../dev/year/site-in-time.ts";
import { startSite } from "../../server/index.ts";

// The site without rendering its pages ahead, which costs a test 0.8 s of CPU time per start. With CONTROL_PORT its clock begins
// at START_TIME: `POST /` with an ISO time there sets it, and runs the hourly jobs of contracts. `GET /` responds once it is ready.

const { CONTROL_PORT, START_TIME = "" } = process.env;

if (CONTROL_PORT) {
  // The content lake has the system's clock: a minute after the start, an order in progress would be months old.
  const site = await startSiteInTime(new Date(START_TIME), process.env, { shouldSchedule: false });
  createServer((request, response) => {
    // A connection that stays open may be closed just when the next request is sent.
    response.setHeader("connection", "close");
    if (request.method === "GET") return void response.end();
    void text(request).then(async (time) => {
      site.setTime(new Date(time));
      await site.runJobs();
      response.end();
    });
  }).listen(Number(CONTROL_PORT), "127.0.0.1");
} else {
  await startSite(process.env, { shouldWarm: false });
}
