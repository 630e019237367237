// Written by tools/marks.mjs; see NOTICE.

/** The platform's mark. */
export const logo: string =
  // biome-ignore format: one line is one drawing
  '<svg viewBox="0 0 24 24"><path fill="currentColor" d="M24 17.53v2.42c0 .71-.39 1.1-1.1 1.1h-5l-.06-.17L11.84 3.74c.11-.5.46-.79 1.05-.79h2.42c.71 0 1.1.39 1.1 1.1v12.38H22.9c.71 0 1.1.39 1.1 1.1zM11.03 2.95l6.34 18.1h-4.92l-1.05-3.13H6.02l-1.08 3.13H0L6.36 2.95h4.67zm-.66 10.96-1.69-5.01-1.54 5.01h3.23z"/></svg>'
