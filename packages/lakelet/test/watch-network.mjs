import { subscribe } from "node:diagnostics_channel";
import { appendFileSync } from "node:fs";

// Preload for tests: writes the host of every request of a process, and of its threads, into a file.
const note = (host) => appendFileSync(process.env.WATCHED_HOSTS, `${host}\n`);

subscribe("undici:client:beforeConnect", ({ connectParams }) => note(connectParams.hostname));
subscribe("http.client.request.created", ({ request }) => note(request.host));
subscribe("net.client.socket", ({ socket }) => {
  socket.on("lookup", (_error, _address, _family, host) => note(host));
  socket.on("connectionAttempt", (ip) => note(ip));
});
