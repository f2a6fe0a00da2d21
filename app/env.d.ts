import type { LoadContext } from "./services.server.ts";

declare module "@remix-run/node" {
  interface Future {
    v3_singleFetch: true;
  }

  interface AppLoadContext extends LoadContext {}
}

export {};
