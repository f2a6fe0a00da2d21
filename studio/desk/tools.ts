import type { ConfigContext, Tool } from "sanity";
import { isDeveloper } from "../model/access.ts";
import { startTool } from "../start/start-tool.ts";

/** The start page first, so that the Studio opens with it; Vision only for those who know what they ask. */
export const studioTools = (tools: Tool[], { currentUser }: ConfigContext): Tool[] => [
  startTool,
  ...tools.filter(({ name }) => name !== "vision" || isDeveloper(currentUser)),
];
