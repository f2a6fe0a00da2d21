import { apiOf, ask, isHosted, type Check } from "./check.ts";

/** Services refuse signatures that are older or newer. */
const MAX_DIFFERENCE_MS = 60_000;

export const clock: Check = {
  id: "clock",
  area: "machine",
  expects: "the clock is within a minute of the services'",
  todo: "Switch time synchronization on: timedatectl set-ntp true",
  isOn: (env) => isHosted(env) || env.stripe.on || env.s3.on,
  async run({ env, now }) {
    const url = isHosted(env)
      ? apiOf(env)
      : env.stripe.on
        ? (env.stripe.apiBase ?? "https://api.stripe.com")
        : env.s3.on && env.s3.endpoint;
    if (!url) return [];
    const { headers } = await ask(url);
    const differenceMs = Math.abs(now() - Date.parse(headers.get("date") ?? ""));
    if (!(differenceMs > MAX_DIFFERENCE_MS)) return [];
    return [
      { wrong: `The clock is ${Math.round(differenceMs / 1_000)} seconds off that of ${new URL(url).host}.` },
    ];
  },
};
