/**
 * The rules that all pages share; a page adds its own. Logical properties only, so that right-to-left needs no second
 * set; colours are the theme's variables; nothing moves.
 */
export const css: string = [
  '*{box-sizing:border-box;margin:0}',
  'body{display:grid;min-height:100dvh;padding:2rem 1rem;background:var(--page);color:var(--ink);font:1rem/1.5 var(--font)}',
  'main{width:100%;max-width:25rem;margin:auto;padding:2.25rem 2rem;background:var(--card);border:1px solid var(--line);border-radius:calc(var(--radius)*1.6);box-shadow:0 12px 32px -12px #0003;overflow-wrap:anywhere}',
  'header{margin-block-end:1.75rem}',
  'h1{font-size:1.5rem;line-height:1.25;text-wrap:balance}',
  'p,small{color:var(--soft)}small{font-size:.875rem}',
  'h1+p,.dev>*+*{margin-block-start:.5rem}',
  '.lit{padding:.25rem;background:light-dark(#0000,#fff)}',
  '.brand{display:block;height:2.5rem;max-width:100%;object-fit:contain;margin-block-end:1.25rem}',
  'form,.stack{display:grid;gap:.625rem}',
  'button,.button,input{width:100%;min-height:2.875rem;padding:.5rem .875rem;border:1px solid var(--line);border-radius:var(--radius);background:var(--card);color:inherit;font:inherit}',
  'button,.button{display:flex;align-items:center;justify-content:center;gap:.75rem;font-weight:500;text-align:start;text-decoration:none;cursor:pointer}',
  'button:hover{background:var(--hover)}',
  '.main,.main:hover{border-color:transparent;background:var(--brand);color:var(--on-brand)}.main:hover{filter:brightness(1.12)}',
  ':focus-visible{outline:2px solid var(--ink);outline-offset:2px}',
  '.fill{flex:1;min-width:0}button small{padding:0 .5rem;border:1px solid;border-radius:1rem;color:inherit;font-size:.75rem;font-weight:400;opacity:.85}',
  '.tile{flex:none;display:grid;place-items:center;width:1.75rem;height:1.75rem;border-radius:calc(var(--radius)*.7);background:var(--hover);color:var(--ink);box-shadow:inset 0 0 0 1px #8883;font-size:.875rem;font-weight:600;object-fit:contain;forced-color-adjust:none}',
  'img.tile,.key{padding:.25rem}img.tile{background:#fff}',
  'label{display:grid;gap:.375rem;font-size:.875rem;font-weight:500}',
  'input{border-color:#8a8b93;font-size:1rem;font-weight:400}',
  '::placeholder{color:var(--soft);opacity:1}',
  '.told{margin-block-end:1.25rem;padding:.75rem 1rem;border:1px solid transparent;border-radius:var(--radius);background:var(--hover)}form>.told{margin-block-end:.25rem}',
  '.alert,.alert p{color:var(--bad)}.alert{background:var(--bad-card)}',
  '.dev{margin-block:1.25rem;padding:.5rem .875rem;border:1px dashed var(--line);border-radius:var(--radius);font-size:.875rem}',
  'summary{padding:.25rem;list-style:none;text-decoration:underline;cursor:pointer}::-webkit-details-marker{display:none}',
  'a{color:inherit}a,summary{text-underline-offset:.2em}',
  'footer{font-size:.875rem}.links{display:flex;flex-wrap:wrap;justify-content:center;gap:.5rem 1.25rem;margin-block-start:1.25rem}',
  '@media(max-width:30rem){body{padding:0;background:var(--card)}main{margin:0 auto;padding:2rem 1.25rem;border:0;box-shadow:none}}',
].join('')
