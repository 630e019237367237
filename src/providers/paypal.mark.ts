// Written by tools/marks.mjs; see NOTICE.

/** The platform's mark. */
export const logo: string =
  // biome-ignore format: one line is one drawing
  '<svg viewBox="0 0 24 24"><path fill="currentColor" d="M15.61 4.65H8.94L6.64 19.25H1.82L4.86 0h8c3.75 0 6.38 2.29 6.47 5.51-.65-.48-2.1-.86-3.72-.86m6.57 5.55c0 3.41-3.01 6.85-6.96 6.85h-2.49L11.6 24H6.74l1.84-11.54h3.59c4.21 0 7.35-3.63 7.15-6.95a5.24 5.24 0 0 1 2.85 4.69M9.65 5.55h6.41c.91 0 1.94.22 2.36.54-.2 2.74-2.65 5.48-6.44 5.48H8.71Z"/></svg>'
