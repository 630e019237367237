// Written by tools/marks.mjs; see NOTICE.

/** The platform's mark. */
export const logo: string =
  // biome-ignore format: one line is one drawing
  '<svg viewBox="0 0 24 24"><path fill="currentColor" d="M2 18.44l3.69-2.83c1.96 2.56 4.04 3.74 6.36 3.74 2.31 0 4.33-1.17 6.2-3.7L22 18.41C19.3 22.07 15.94 24 12.05 24 8.18 24 4.79 22.08 2 18.44zM12.04 6.15l-6.57 5.66-3.04-3.52L12.05 0l9.54 8.3-3.05 3.51z"/></svg>'
