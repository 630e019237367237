// Written by tools/marks.mjs; see NOTICE.

/** The platform's mark. */
export const logo: string =
  // biome-ignore format: one line is one drawing
  '<svg viewBox="0 0 24 24"><path fill="currentColor" d="M18.93 24 0 18.89 5.08 0 24 5.11ZM15.35 10.09l-5.28-1.45-1.41 5.27 5.28 1.45z"/></svg>'
