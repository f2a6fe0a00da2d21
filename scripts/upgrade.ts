import type { SanityClient } from "@sanity/client";
import { upgradedHistory } from "../app/model/contracts/old-history.ts";
import type { ContractDocument } from "../app/model/contracts/contract-document.ts";
import { readParts } from "../app/platform/read-parts.server.ts";
import { parseEnv } from "../app/platform/env.server.ts";
import { movePaymentSettings } from "../server/seed/payment-settings.ts";
import { openTarget } from "./content/target.ts";
import { runCommand } from "./lib/command.ts";

const USAGE = `Usage: npm run upgrade

Writes contracts and payment settings that an earlier version of the site has stored as this version stores them (docs/upgrade.md). The site
may keep running. Running it again, or after it was cut off, upgrades what is left.`;

type Stored = Pick<ContractDocument, "history" | "invoices"> & { _id: string; _rev: string };

/** Contracts read at a time. */
const PART = 100;
const CONTRACTS = `*[_type in ["contract", "adminContract"] && _id > $after] | order(_id asc) [0...$size]{
  _id, _rev, "history": coalesce(history, []), "invoices": coalesce(invoices, [])
}`;

/** Rounds through all contracts, for those that change meanwhile. */
const MAX_ROUNDS = 5;

/** Upgrades a contract at the revision that was read. Returns false when it was changed since. */
async function upgrade(client: SanityClient, { _id, _rev }: Stored, history: object): Promise<boolean> {
  const patch = client.patch(_id).ifRevisionId(_rev).set({ history });
  return patch.commit().then(
    () => true,
    (error: { statusCode?: number }) => {
      if (error.statusCode === 409) return false;
      throw error;
    },
  );
}

/** Upgrades all contracts once. Returns how many were upgraded, and how many changed meanwhile. */
async function upgradeAll(client: SanityClient): Promise<{ upgraded: number; left: number }> {
  const counts = { upgraded: 0, left: 0 };
  for await (const part of readParts<Stored>(client, { query: CONTRACTS, size: PART, perspective: "raw" })) {
    for (const contract of part) {
      const history = upgradedHistory(contract);
      if (history === contract.history || history.length === 0) continue;
      if (await upgrade(client, contract, history)) counts.upgraded += 1;
      else counts.left += 1;
    }
  }
  return counts;
}

await runCommand({
  usage: USAGE,
  failure: "Not upgraded",
  async run(args) {
    if (args.length > 0) return "usage";
    await using target = await openTarget(parseEnv(process.env));
    await movePaymentSettings(target.client);
    let upgraded = 0;
    for (let round = 1, left = 1; left > 0; round++) {
      if (round > MAX_ROUNDS) throw new Error("Contracts keep changing. Run the command again.");
      const counts = await upgradeAll(target.client);
      upgraded += counts.upgraded;
      left = counts.left;
    }
    console.log(upgraded === 0 ? "Nothing to upgrade." : `Contracts upgraded: ${upgraded}.`);
  },
});
