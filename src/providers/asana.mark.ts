// Written by tools/marks.mjs; see NOTICE.

/** The platform's mark. */
export const logo: string =
  // biome-ignore format: one line is one drawing
  '<svg viewBox="0 0 24 24"><path fill="currentColor" d="M18.78 12.65c-2.88 0-5.22 2.34-5.22 5.22s2.34 5.22 5.22 5.22 5.22-2.34 5.22-5.22-2.34-5.22-5.22-5.22zm-13.56 0c-2.88 0-5.22 2.34-5.22 5.22s2.34 5.22 5.22 5.22 5.22-2.34 5.22-5.22-2.34-5.22-5.22-5.22zm12-6.53c0 2.88-2.34 5.22-5.22 5.22-2.88 0-5.22-2.34-5.22-5.22 0-2.88 2.34-5.22 5.22-5.22 2.88 0 5.22 2.34 5.22 5.22z"/></svg>'
