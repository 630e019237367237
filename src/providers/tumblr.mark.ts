// Written by tools/marks.mjs; see NOTICE.

/** The platform's mark. */
export const logo: string =
  // biome-ignore format: one line is one drawing
  '<svg viewBox="0 0 24 24"><path fill="currentColor" d="M14.56 24c-5.09 0-7.03-3.76-7.03-6.41V9.75H5.12V6.65c3.63-1.31 4.51-4.6 4.71-6.47C9.84.05 9.94 0 10 0h3.52v6.11h4.8v3.63h-4.82v7.47c.02 1 .38 2.37 2.21 2.37h.09c.63-.02 1.49-.2 1.94-.42l1.16 3.42c-.44.64-2.4 1.37-4.16 1.4h-.18l.01 0z"/></svg>'
