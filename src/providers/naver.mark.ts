// Written by tools/marks.mjs; see NOTICE.

/** The platform's mark. */
export const logo: string =
  // biome-ignore format: one line is one drawing
  '<svg viewBox="0 0 24 24"><path fill="currentColor" d="M16.27 12.85 7.38 0H0v24h7.73V11.16L16.62 24H24V0h-7.73v12.85Z"/></svg>'
