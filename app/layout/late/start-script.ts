/** Milliseconds after which the scripts come even though something of the page is still on its way. */
const PATIENCE = 3_000;

/**
 * Stands in the head of every page. Brings what is late (`late-scripts.ts`) when the page and all it shows at first are
 * there and painted, or at the visitor's first move. A page in a hidden tab is not painted, so patience decides there. A
 * page made ahead of time (prerendered) waits until somebody sees it.
 *
 * Until React listens it notes the buttons that were pressed and the fields that were changed, in `window.early`, for
 * `early-input.ts`. Links, menus and the forms' own buttons need no note: they work without scripts.
 *
 * The same text on every page: the content security policy allows it by its hash.
 */
export const startScript = `(function(w,d){
var early=w.early={clicks:new Set,edits:new Set},on=d.addEventListener.bind(d),done;
function start(){
if(done||d.prerendering||d.readyState==="loading")return;
done=1;
d.querySelectorAll("[data-hold]").forEach(function(h){h.remove()});
d.querySelectorAll("[data-late]").forEach(function(t){t.content?t.replaceWith(t.content):t.outerHTML=t.textContent})
}
function hurry(){d.readyState==="loading"?on("DOMContentLoaded",start):start()}
["pointerdown","keydown","focusin","scroll"].forEach(function(t){on(t,hurry,{once:true,capture:true,passive:true})});
on("prerenderingchange",hurry);
on("DOMContentLoaded",function(){setTimeout(start,${PATIENCE})});
w.addEventListener("load",function(){
new PerformanceObserver(function(l,o){if(l.getEntriesByName("first-contentful-paint").length){o.disconnect();start()}}).observe({type:"paint",buffered:true})
});
early.click=function(e){var b=e.target.closest&&e.target.closest("button[type=button]");if(b)early.clicks.add(b)};
early.edit=function(e){early.edits.add(e.target)};
on("click",early.click,true);on("input",early.edit,true);on("change",early.edit,true)
})(window,document)`;
