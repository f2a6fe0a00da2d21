import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { startSite } from "../../server/index.ts";

// The site without rendering its pages ahead, which costs a test 0.8 s of CPU time per start. With CONTROL_PORT its clock stands
// at START_TIME: `POST /` with an ISO time there sets it, and runs the hourly jobs of contracts. `GET /` responds once it is ready.

const { CONTROL_PORT, START_TIME = "" } = process.env;
let now = new Date(START_TIME);
const clock = CONTROL_PORT ? { clock: () => now } : {};
const services = await startSite(process.env, { shouldWarm: false, ...clock });

if (CONTROL_PORT)
  createServer((request, response) => {
    if (request.method === "GET") return void response.end();
    void text(request).then(async (time) => {
      now = new Date(time);
      await services.billing.run();
      await services.payments.sweep?.();
      response.end();
    });
  }).listen(Number(CONTROL_PORT), "127.0.0.1");
