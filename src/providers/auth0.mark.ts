// Written by tools/marks.mjs; see NOTICE.

/** The platform's mark. */
export const logo: string =
  // biome-ignore format: one line is one drawing
  '<svg viewBox="0 0 24 24"><path fill="currentColor" d="M21.98 7.45L19.62 0H4.35L2.02 7.45c-1.35 4.31.03 9.21 3.81 12.02L12.01 24l6.16-4.55c3.75-2.81 5.18-7.69 3.81-12.02l-6.16 4.58 2.34 7.45-6.16-4.6-6.16 4.58 2.36-7.43-6.19-4.55 7.63-.04L12.01 0l2.36 7.4 7.62.04z"/></svg>'
