// Written by tools/marks.mjs; see NOTICE.

/** The platform's mark. */
export const logo: string =
  // biome-ignore format: one line is one drawing
  '<svg viewBox="0 0 24 24"><path fill="currentColor" d="M2.89 4.18A11.98 11.98 0 0 1 11.99 0C18.62 0 24 5.38 24 12.01c0 3.64-1.62 6.9-4.18 9.11L2.89 4.18ZM1.82 5.63l16.56 16.56c-.52.33-1.07.62-1.65.87L.95 7.28c.25-.57.54-1.13.87-1.65ZM.32 9.16l14.52 14.52c-.71.17-1.44.28-2.19.32L0 11.36a12 12 0 0 1 .32-2.19Zm-.17 4.86 9.82 9.82a12.02 12.02 0 0 1-9.82-9.82Z"/></svg>'
