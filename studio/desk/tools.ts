import type { ConfigContext, Tool } from "sanity";
import { isDeveloper } from "../model/access.ts";
import { startTool } from "../start/start-tool.ts";

/** Puts the start page first, because the Studio opens the first tool. Vision is for developers only. */
export const studioTools = (tools: Tool[], { currentUser }: ConfigContext): Tool[] => [
  startTool,
  ...tools.filter(({ name }) => name !== "vision" || isDeveloper(currentUser)),
];
