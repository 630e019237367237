// Written by tools/marks.mjs; see NOTICE.

/** The platform's mark. */
export const logo: string =
  // biome-ignore format: one line is one drawing
  '<svg viewBox="0 0 24 24"><path fill="currentColor" d="M12 0C5.39 0 0 5.35 0 12s5.35 12 12 12 12-5.35 12-12S18.61 0 12 0zm0 18c-3.33 0-6-2.67-6-6s2.67-6 6-6 6 2.67 6 6-2.67 6-6 6z"/></svg>'
