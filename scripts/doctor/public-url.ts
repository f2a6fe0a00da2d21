import { publicGaps } from "../../server/announce.ts";
import { ask, isLocal, type Check } from "./check.ts";

export const publicUrl: Check = {
  id: "public-url",
  area: "settings",
  expects: "PUBLIC_URL answers with a valid certificate, through a proxy that is trusted",
  todo: "Look at TRUST_PROXY, the proxy, its certificate and the name's DNS record (docs/operations.md, One machine).",
  isOn: (env) => !isLocal(env),
  async run({ env }) {
    const { publicUrl: url } = env;
    const answer = await ask(`${url}/healthz`).then(
      ({ status }) => (status === 200 ? "" : `answers /healthz with ${status}.`),
      ({ cause, message }: Error) => `does not answer: ${cause instanceof Error ? cause.message : message}`,
    );
    const wrong = [...publicGaps(env), ...(answer ? [`${url} ${answer}`] : [])];
    return wrong.map((sentence) => ({ wrong: sentence }));
  },
};
