// Written by tools/marks.mjs; see NOTICE.

/** The platform's mark. */
export const logo: string =
  // biome-ignore format: one line is one drawing
  '<svg viewBox="0 0 24 24"><path fill="currentColor" d="M24 2.71a.17.17 0 0 0-.31-.1 1141.27 1141.27 0 0 0-6.05 9.38H.22c-.22 0-.3.28-.11.35 7.23 2.73 17.67 6.84 23.5 9.13.15.06.39-.08.39-.18z"/></svg>'
