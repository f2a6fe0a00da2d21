export { toLakeListener, toNodeListener } from "./listener.ts";
export type { NodeListenerOptions } from "./listener.ts";
