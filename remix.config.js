// Every option of the Remix compiler stands here; vite.config.ts imports it, so there is no second place.
/** @type {import("@remix-run/dev").VitePluginConfig} */
export default {
  ssr: true,
  ignoredRouteFiles: ["**/*"], // routes are declared in app/routes.ts
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    v3_routeConfig: true,
    v3_singleFetch: true,
    // Off on purpose: its /__manifest endpoint lets one request cost seconds of CPU. See docs/decisions/0001-remix-v2.md
    v3_lazyRouteDiscovery: false,
  },
};
