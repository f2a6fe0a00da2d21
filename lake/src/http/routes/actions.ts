import type { Act } from "../../actions/act.ts";
import { json } from "../respond.ts";
import type { Route } from "../route.ts";
import { readTransaction } from "./commit-options.ts";

/** POST `/data/actions/{dataset}`: what editors do to documents and drafts, one transaction (lake.md d). */
export const actionRoutes = (act: Act): Route[] => [
  {
    method: "POST",
    pattern: "/data/actions/:dataset",
    access: "write",
    handle: async (context) => {
      const { body, options } = await readTransaction(context);
      return json(await act(body["actions"], options));
    },
  },
];
