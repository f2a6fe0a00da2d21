import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { startSite } from "../../server/index.ts";

// The site with a clock that a test sets: `POST /` with an ISO time to CONTROL_PORT sets it, and runs the
// hourly jobs of contracts. `GET /` responds once it is ready.

let now = new Date(process.env.START_TIME ?? "");
const services = await startSite(process.env, { shouldWarm: false, clock: () => now });

createServer((request, response) => {
  if (request.method === "GET") return void response.end();
  void text(request).then(async (time) => {
    now = new Date(time);
    await services.billing.run();
    await services.payments.sweep?.();
    response.end();
  });
}).listen(Number(process.env.CONTROL_PORT), "127.0.0.1");
