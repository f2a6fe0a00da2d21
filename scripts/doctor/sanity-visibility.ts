import { isHttpError } from "@sanity/client";
import { readAsStranger } from "../../server/hosted-dataset.ts";
import { isHosted, sanityPage, type Check } from "./check.ts";

export const sanityVisibility: Check = {
  id: "sanity-visibility",
  area: "Sanity",
  expects: "strangers read nothing of what visitors sent, of accounts, coupons and payment settings",
  todo: "Make the dataset private; the site then reads pages with the read token, after a restart.",
  page: sanityPage("datasets"),
  isOn: isHosted,
  async run({ env }) {
    const { exposed } = await readAsStranger(env.content).catch((error: unknown) => {
      // A refusal is what is wanted of a private dataset.
      if (isHttpError(error) && error.statusCode < 500) return { exposed: [] };
      throw error;
    });
    return exposed.map((type) => ({
      wrong: `Anybody can read documents of the type ${type}, without a token.`,
    }));
  },
};
