import { required, type Params } from "./params.ts";
import { newId, type StripeObject, type StripeState } from "./state.ts";

/** POST /v1/webhook_endpoints. It is listed alone: where events are delivered is set by `webhook` of the stand-in. */
export function createEndpoint(state: StripeState, params: Params): StripeObject {
  const endpoint = state.put({
    id: newId("we"),
    object: "webhook_endpoint",
    created: state.now(),
    application: null,
    api_version: params["api_version"] ?? null,
    description: null,
    enabled_events: params["enabled_events"],
    livemode: false,
    metadata: {},
    status: "enabled",
    url: required(params, "url"),
  });
  // Shown this once.
  return { ...endpoint, secret: `whsec_${endpoint.id}` };
}
