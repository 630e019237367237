// Written by tools/marks.mjs; see NOTICE.

/** The platform's mark. */
export const logo: string =
  // biome-ignore format: one line is one drawing
  '<svg viewBox="0 0 24 24"><path fill="currentColor" d="M22.96 7.21c0-3.06-2.39-5.58-5.19-6.48-3.48-1.13-8.06-.96-11.38.6C2.36 3.23 1.09 7.39 1.05 11.54c-.04 3.41.3 12.4 5.37 12.46 3.77.05 4.33-4.8 6.07-7.14 1.24-1.66 2.84-2.13 4.8-2.62 3.38-.84 5.68-3.5 5.67-7.03Z"/></svg>'
