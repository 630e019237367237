// Written by tools/marks.mjs; see NOTICE.

/** The platform's mark. */
export const logo: string =
  // biome-ignore format: one line is one drawing
  '<svg viewBox="0 0 256 256"><path fill="#f1511b" d="M121.7 121.7H0V0h121.7z"/><path fill="#80cc28" d="M256 121.7H134.3V0H256z"/><path fill="#00adef" d="M121.7 256H0V134.3h121.7z"/><path fill="#fbbc09" d="M256 256H134.3V134.3H256z"/></svg>'
