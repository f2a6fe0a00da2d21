import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { inlineHash } from "../platform/inline-hash.server.ts";
import { InlineScript, ScriptNonce } from "./inline-script.tsx";
import { hashMarkedScripts, newScriptNonce } from "./script-hashes.server.ts";

/** A page with our own scripts around content that is not escaped. */
function pageWith(content: string) {
  const nonce = newScriptNonce();
  const marked = renderToStaticMarkup(
    <ScriptNonce.Provider value={nonce}>
      <InlineScript text="ours()" />
      <main dangerouslySetInnerHTML={{ __html: content }} />
      <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: `{"a":1}` }} />
      <script nonce={nonce} type="module" async dangerouslySetInnerHTML={{ __html: "theirs(1 > 0)" }} />
      <script nonce={nonce} src="/a.js" />
    </ScriptNonce.Provider>,
  );
  return { nonce, ...hashMarkedScripts(marked, nonce) };
}

test("hashes the scripts that the renderer made, and sends no nonce", () => {
  const { html, nonce, scriptHashes } = pageWith("<p>Words</p>");
  expect(scriptHashes).toEqual([inlineHash("ours()"), inlineHash("theirs(1 > 0)")]);
  expect(html).not.toContain(nonce);
  expect(html).toBe(
    `<script>ours()</script><main><p>Words</p></main><script type="application/ld+json">{"a":1}</script>` +
      `<script type="module" async="">theirs(1 > 0)</script><script src="/a.js"></script>`,
  );
});

test.each([
  "<script>evil()</script>",
  `<script nonce="">evil()</script>`,
  `<script nonce="${newScriptNonce()}">evil()</script>`,
  `<script type="module">evil()</script>`,
  "</main></body><SCRIPT >evil()</SCRIPT>",
  "<script>evil()",
  "<!--<script>",
  `<script nonce="`,
])("content that reaches the page as %s is allowed nothing", (content) => {
  expect(pageWith(content).scriptHashes).toEqual(pageWith("<p>Words</p>").scriptHashes);
});

test("every rendering has a nonce of its own", () => {
  expect(new Set(Array.from({ length: 100 }, newScriptNonce)).size).toBe(100);
  expect(newScriptNonce()).toMatch(/^[0-9a-f]{32}$/);
});
