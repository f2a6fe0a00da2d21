import { HomeIcon } from "@sanity/icons/Home";
import type { Tool } from "sanity";
import { StartPage } from "./start-page.tsx";

/** The first tool, and so the page that the Studio opens with. */
export const startTool: Tool = { name: "start", title: "Start", icon: HomeIcon, component: StartPage };
