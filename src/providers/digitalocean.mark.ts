// Written by tools/marks.mjs; see NOTICE.

/** The platform's mark. */
export const logo: string =
  // biome-ignore format: one line is one drawing
  '<svg viewBox="0 0 24 24"><path fill="currentColor" d="M12.04 0C5.41-.02.01 5.37.01 11.99h4.64c0-4.92 4.88-8.73 10.06-6.86a6.95 6.95 0 0 1 4.15 4.15c1.89 5.18-1.92 10.05-6.84 10.06v-4.61H7.39v4.62h4.61V24c7.86 0 13.97-7.59 11.4-15.83-1.11-3.59-3.98-6.45-7.58-7.58A12.8 12.8 0 0 0 12.04 0zM7.39 19.36H3.83v3.56H7.39zm-3.56 0v-2.98H.85v2.98z"/></svg>'
