import { ask, findingsOf, isLocal, type Check } from "./check.ts";

export const publicUrl: Check = {
  id: "public-url",
  area: "settings",
  expects: "PUBLIC_URL answers with a valid certificate, through a proxy that is trusted",
  todo: "Look at the proxy, its certificate and the name's DNS record (docs/operations.md, One machine).",
  isOn: (env) => !isLocal(env),
  async run({ env }) {
    const { publicUrl: url, trustProxy } = env;
    const answer = await ask(`${url}/healthz`).then(
      ({ status }) => (status === 200 ? "" : `answers /healthz with ${status}.`),
      ({ cause, message }: Error) => `does not answer: ${cause instanceof Error ? cause.message : message}`,
    );
    return findingsOf(
      [!url.startsWith("https:"), `PUBLIC_URL is ${url}: without https, passwords travel in the clear.`],
      [
        !trustProxy,
        "TRUST_PROXY is not set: all visitors behind the proxy share one caller's limits.",
        "Set TRUST_PROXY=true where a proxy adds the caller to X-Forwarded-For.",
      ],
      [answer !== "", `${url} ${answer}`],
    );
  },
};
