import type { Accepts, ParameterNames } from "./accepted-params.ts";
import type { Params } from "./params.ts";
import type { StripeObject, StripeState } from "./state.ts";

/** What a handler may need besides state and parameters. */
export interface Place {
  /** The id in the path. */
  id: string;
  /** Of the stand-in. */
  origin: string;
}

type Handler = (state: StripeState, params: Params, place: Place) => object;

interface Route {
  /** Method and path, as in `on`. */
  call: string;
  method: string;
  path: RegExp;
  accepts: ParameterNames;
  handler: Handler;
}

/** A call about one object of a kind. */
export const about =
  (
    kind: string,
    handler: (state: StripeState, object: StripeObject, params: Params, place: Place) => object,
  ): Handler =>
  (state, params, place) =>
    handler(state, state.get(place.id, kind), params, place);

export function createRoutes() {
  const routes: Route[] = [];
  return {
    /** Adds a call. `:id` is an object's id. After a change: `npm run parameters -w stand-ins`, which reads these statements. */
    on<P>(call: string, accepts: Accepts<P>, handler: Handler): void {
      const [method = "", path = ""] = call.split(" ");
      const pattern = new RegExp(`^${path.replace(":id", "([^/]+)")}$`);
      routes.push({ call, method, path: pattern, accepts: accepts as ParameterNames, handler });
    },
    find(method: string, path: string): (Route & { id: string }) | undefined {
      for (const route of routes) {
        const match = route.method === method ? route.path.exec(path) : null;
        if (match) return { ...route, id: decodeURIComponent(match[1] ?? "") };
      }
      return undefined;
    },
  };
}
