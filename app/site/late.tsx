import { Scripts, useLocation } from "@remix-run/react";
import { Children, Fragment, isValidElement, type ReactNode } from "react";
import { CLIENT_ERROR_PATH } from "../ui/report-error.ts";

/** Late parts appear after this time even if the page is still loading. */
const MAX_WAIT_MS = 3_000;

/**
 * A script in the head of every page. Inserts late parts when the page is loaded and painted, or at the visitor's first
 * interaction. A page in a hidden tab is not painted; there the time limit applies. A prerendered page waits until it is
 * shown. Also notes the last button pressed before the page is live (`early-input.tsx`), and where a file of the page's scripts does not
 * come, makes the page one without scripts. Where storage is blocked, Remix's own inline script would throw, so it gets one that keeps
 * nothing. The text is constant, so the content security policy allows it by its hash.
 */
export const startScript = `(function(w,d){
var on=d.addEventListener.bind(d),done,dead;
function none(){return null}
try{w.sessionStorage.getItem("")}catch(e){Object.defineProperty(w,"sessionStorage",{value:{getItem:none,setItem:none,removeItem:none}})}
function start(){
if(done||d.prerendering||d.readyState==="loading")return;
done=1;
d.querySelectorAll("template[data-late]").forEach(function(t){t.replaceWith(t.content)})
}
function hurry(){d.readyState==="loading"?on("DOMContentLoaded",start):start()}
on("click",function(e){
var b=e.target.closest("button[type=button]");
if(b&&!("live" in d.documentElement.dataset)){w.earlyPress=b;e.stopImmediatePropagation()}
},{capture:true});
["pointerdown","keydown","focusin","scroll"].forEach(function(t){on(t,hurry,{once:true,capture:true,passive:true})});
function fail(e){
var o=d.documentElement.dataset;
if(dead||"live" in o||e.target!==w&&e.target.type!=="module")return;
dead=1;
delete o.scripted;
fetch("${CLIENT_ERROR_PATH}",{method:"POST",keepalive:true,headers:{"Content-Type":"application/json"},body:JSON.stringify({message:"The scripts of the page did not start. "+(e.message||e.reason||""),path:location.pathname.split("/",2).join("/"),kind:"script"})}).then(function(r){return r.text()}).catch(function(){})
}
w.addEventListener("error",fail,true);
w.addEventListener("unhandledrejection",fail);
on("prerenderingchange",hurry);
on("DOMContentLoaded",function(){setTimeout(start,${MAX_WAIT_MS})});
w.addEventListener("load",function(){
new PerformanceObserver(function(l,o){if(l.getEntriesByName("first-contentful-paint").length){o.disconnect();start()}}).observe({type:"paint",buffered:true})
})
})(window,document)`;

interface LateProps {
  children: ReactNode;
  /** Whether the part is also shown without scripts. */
  withoutScripts?: boolean;
}

/**
 * The dashboard does not render its late parts into templates: it needs scripts for everything, so it loads them at once, and React
 * must not hydrate a page that still has templates.
 */
const isDashboard = (pathname: string): boolean => /^\/admin(?:\/|$)/i.test(pathname);

/**
 * A part of the page that loads after the first paint. The server renders it into a template, which browsers do not load;
 * the start script replaces the template by its content before React hydrates the page.
 */
export function Late({ children, withoutScripts = false }: LateProps) {
  const { pathname } = useLocation();
  return (
    <>
      {import.meta.env.SSR && !isDashboard(pathname) ? (
        <template data-late="">{children}</template>
      ) : (
        children
      )}
      {withoutScripts ? <noscript>{children}</noscript> : null}
    </>
  );
}

/**
 * Puts the module scripts and preloads that Remix renders into templates. The data script stays, because it runs while the
 * page is parsed.
 */
function deferModules(node: ReactNode): ReactNode {
  return Children.map(node, (child) => {
    if (!isValidElement<{ children?: ReactNode; type?: string }>(child)) return child;
    if (child.type === Fragment) return <>{deferModules(child.props.children)}</>;
    return child.type === "link" || child.props.type === "module" ? <Late>{child}</Late> : child;
  });
}

/** The scripts of Remix, loaded after the first paint. */
export function LateScripts({ nonce }: { nonce: string | undefined }) {
  const { pathname } = useLocation();
  // oxlint-disable-next-line react/capitalized-calls -- the returned elements are sorted below
  const scripts = Scripts({ nonce });
  return import.meta.env.SSR && !isDashboard(pathname) ? deferModules(scripts) : scripts;
}
