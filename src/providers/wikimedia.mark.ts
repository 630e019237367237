// Written by tools/marks.mjs; see NOTICE.

/** The platform's mark. */
export const logo: string =
  // biome-ignore format: one line is one drawing
  '<svg viewBox="0 0 24 24"><path fill="currentColor" d="M20.07 3.13C22.49 5.32 24 8.48 24 12c0 6.62-5.38 12-12 12S0 18.62 0 12c0-3.52 1.51-6.68 3.93-8.87l2.27 2.27C4.36 7 3.2 9.37 3.2 12c0 4.86 3.94 8.8 8.8 8.8s8.8-3.94 8.8-8.8c0-2.63-1.16-5-2.99-6.61zm-3.4 3.4C18.22 7.85 19.2 9.81 19.2 12c0 3.7-2.8 6.76-6.4 7.16V10.4zM11.2 19.16C7.6 18.76 4.8 15.7 4.8 12c0-2.19.98-4.15 2.52-5.47L11.2 10.4zM12 0c2.21 0 4 1.79 4 4s-1.79 4-4 4-4-1.79-4-4 1.79-4 4-4"/></svg>'
