// Written by tools/marks.mjs; see NOTICE.

/** The platform's mark. */
export const logo: string =
  // biome-ignore format: one line is one drawing
  '<svg viewBox="0 0 24 24"><path fill="currentColor" d="M6 1.81L0 5.63l6 3.82 6-3.82L6 1.81zM18 1.81l-6 3.82 6 3.82 6-3.82-6-3.82zM0 13.27l6 3.82 6-3.82L6 9.45l-6 3.82zM18 9.45l-6 3.82 6 3.82 6-3.82-6-3.82zM6 18.37l6 3.82 6-3.82-6-3.82L6 18.37z"/></svg>'
