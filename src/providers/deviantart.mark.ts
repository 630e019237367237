// Written by tools/marks.mjs; see NOTICE.

/** The platform's mark. */
export const logo: string =
  // biome-ignore format: one line is one drawing
  '<svg viewBox="0 0 24 24"><path fill="currentColor" d="M19.21 4.79l.23-.43V0H15.07l-.44.44-2.06 3.92-.65.44H4.58v5.99h4.04l.36.44-4.17 7.98-.24.43V24H8.93l.44-.44 2.07-3.92.64-.44h7.35v-5.99h-4.05l-.36-.44 4.19-7.98z"/></svg>'
