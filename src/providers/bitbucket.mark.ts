// Written by tools/marks.mjs; see NOTICE.

/** The platform's mark. */
export const logo: string =
  // biome-ignore format: one line is one drawing
  '<svg viewBox="0 0 24 24"><path fill="currentColor" d="M.78 1.21a.77.77 0 0 0-.77.89l3.26 19.81c.08.5.52.87 1.02.87H19.95a.77.77 0 0 0 .77-.65l3.27-20.03a.77.77 0 0 0-.77-.89zM14.52 15.53H9.52L8.17 8.47h7.56z"/></svg>'
