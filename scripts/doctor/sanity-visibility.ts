import { isHttpError } from "@sanity/client";
import { readAsStranger } from "../../server/hosted-dataset.ts";
import { hostedCheck, sanityPage } from "./check.ts";

export const sanityVisibility = hostedCheck({
  id: "sanity-visibility",
  expects: "strangers read nothing of what visitors sent, of accounts, coupons and payment settings",
  todo: "Make the dataset private; the site then reads pages with the read token, after a restart.",
  page: sanityPage("datasets"),
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
});
