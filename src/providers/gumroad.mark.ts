// Written by tools/marks.mjs; see NOTICE.

/** The platform's mark. */
export const logo: string =
  // biome-ignore format: one line is one drawing
  '<svg viewBox="0 0 24 24"><path fill="currentColor" d="M12 0A12 12 0 0 0 0 12a12 12 0 0 0 12 12 12 12 0 0 0 12-12A12 12 0 0 0 12 0Zm-.01 5.12c4.48 0 6 3.02 6.06 4.74h-3.24c-.07-.96-.9-2.41-2.9-2.41-2.14 0-3.51 1.86-3.51 4.13 0 2.27 1.38 4.13 3.51 4.13 1.93 0 2.76-1.51 3.1-3.02h-3.1v-1.24h6.51v6.33h-2.85v-3.99c-.21 1.44-1.1 4.26-4.62 4.26-3.52 0-5.58-2.82-5.58-6.33 0-3.65 2.28-6.6 6.62-6.6z"/></svg>'
