// Written by tools/marks.mjs; see NOTICE.

/** The platform's mark. */
export const logo: string =
  // biome-ignore format: one line is one drawing
  '<svg viewBox="0 0 24 24"><path fill="currentColor" d="M19.58 16.85H24v-4.44ZM24 3.57h-4.42v4.42l-4.42 4.42v4.44h4.42v-4.44L24 7.99Zm-4.42 0h-4.42v4.42zm-6.32 8.84H4.42l8.84-8.84H8.84L0 12.41v3.6h8.84v4.42h4.42z"/></svg>'
