import { ask, isLocal, type Check, type Finding } from "./check.ts";

export const publicUrl: Check = {
  id: "public-url",
  area: "settings",
  expects: "PUBLIC_URL answers with a valid certificate, through a proxy that is trusted",
  todo: "Look at the proxy, its certificate and the name's DNS record (docs/operations.md, One machine).",
  isOn: (env) => !isLocal(env),
  async run({ env }) {
    const findings: Finding[] = [];
    if (!env.publicUrl.startsWith("https:"))
      findings.push({
        wrong: `PUBLIC_URL is ${env.publicUrl}: without https, passwords travel in the clear.`,
      });
    if (!env.trustProxy)
      findings.push({
        wrong: "TRUST_PROXY is not set: all visitors behind the proxy share one caller's limits.",
        todo: "Set TRUST_PROXY=true where a proxy adds the caller to X-Forwarded-For.",
      });
    const answer = await ask(`${env.publicUrl}/healthz`).then(
      ({ status }) => (status === 200 ? null : `answers /healthz with ${status}.`),
      ({ cause, message }: Error) => `does not answer: ${cause instanceof Error ? cause.message : message}`,
    );
    if (answer !== null) findings.push({ wrong: `${env.publicUrl} ${answer}` });
    return findings;
  },
};
