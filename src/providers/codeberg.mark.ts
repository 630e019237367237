// Written by tools/marks.mjs; see NOTICE.

/** The platform's mark. */
export const logo: string =
  // biome-ignore format: one line is one drawing
  '<svg viewBox="0 0 24 24"><path fill="currentColor" d="M12 .75A11.97 11.97 0 0 0 0 12.75c0 2.25.64 4.46 1.83 6.38L11.84 6.19c.07-.09.25-.09.32 0l4.18 5.4h-2.99l.07.24h3.11l.88 1.14h-3.67l.1.37h3.86l.78 1h-4.36l.14.48h4.59l.69.89h-5.04l.17.59h5.33l.61.79h-5.72l.18.65h6.04l.56.73h-6.4l.18.65h6.72A12 12 0 0 0 24 12.75 11.98 11.98 0 0 0 12 .75zm3.65 19.1.18.65h5.33c.17-.2.35-.43.51-.65zm.39 1.38.18.65h3.56c.23-.2.48-.43.71-.65zm.38 1.38.18.65h1.2c.36-.2.69-.41 1.04-.65zz"/></svg>'
