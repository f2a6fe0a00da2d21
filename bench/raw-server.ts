import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * Bare node:http with one response, read from standard input as a line of JSON (`head`: names and values in turn, `body`: base64).
 * Prints its port. The reference of `bench/pages.ts`.
 */
process.stdin.setEncoding("utf8");
let input = "";
for await (const chunk of process.stdin) input += chunk as string;
const { head, body } = JSON.parse(input) as { head: string[]; body: string };
const bytes = Buffer.from(body, "base64");

const server = createServer((_request, response) => {
  response.writeHead(200, head);
  response.end(bytes);
});
// On all addresses, as the site listens.
server.listen(0, () => console.log((server.address() as AddressInfo).port));
