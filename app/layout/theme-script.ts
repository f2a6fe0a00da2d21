import { THEME_KEY } from "./theme.ts";

/**
 * Runs before the first paint: puts the stored theme on the root element and marks that scripts run. It is the same text
 * on every page and in every answer, because the content security policy allows it by its hash.
 */
export const themeScript =
  `(function(d){d.dataset.scripted="";try{var t=localStorage.getItem("${THEME_KEY}");` +
  `if(t==="light"||t==="dark")d.dataset.theme=t}catch(e){}})(document.documentElement)`;
