// Written by tools/page-modules.mjs from src/client/copy/page.ts.

/** The module of the built-in pages that copies what a page shows once, and prints the page. */
export const script: string =
  // biome-ignore format: one line is one module
  "var n={...navigator.clipboard&&{copy:o},print:()=>window.print()};for(let t of document.querySelectorAll(\"button[data-does]\")){let e=n[t.dataset.does??\"\"];e&&(t.hidden=!1,t.addEventListener(\"click\",()=>e(t)))}async function o(t){await navigator.clipboard.writeText(t.dataset.text??\"\"),t.textContent=t.dataset.done??\"\"}"
