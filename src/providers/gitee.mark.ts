// Written by tools/marks.mjs; see NOTICE.

/** The platform's mark. */
export const logo: string =
  // biome-ignore format: one line is one drawing
  '<svg viewBox="0 0 24 24"><path fill="currentColor" d="M11.98 0A12 12 0 0 0 0 12a12 12 0 0 0 12 12 12 12 0 0 0 12-12A12 12 0 0 0 12 0a12 12 0 0 0-.02 0zm6.09 5.33c.33 0 .59.27.59.59v1.48a.59.59 0 0 1-.59.59H9.78c-.98 0-1.78.8-1.78 1.78v5.63c0 .33.27.59.59.59h5.63c.98 0 1.78-.8 1.78-1.78v-.3a.59.59 0 0 0-.59-.59h-4.15a.59.59 0 0 1-.59-.59v-1.48a.59.59 0 0 1 .59-.59h6.82c.33 0 .59.27.59.59v3.41a4 4 0 0 1-4 4H5.93a.59.59 0 0 1-.59-.59V9.78a4.44 4.44 0 0 1 4.45-4.44h8.3Z"/></svg>'
