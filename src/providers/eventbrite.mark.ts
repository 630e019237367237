// Written by tools/marks.mjs; see NOTICE.

/** The platform's mark. */
export const logo: string =
  // biome-ignore format: one line is one drawing
  '<svg viewBox="0 0 256 256"><circle cx="128" cy="128" r="128" fill="#f05537"/><path fill="#fff" d="M117.5 82.7c19.3-4.3 38.6 3.6 49.3 18.6L81.5 120.6c2.9-18.3 16.7-33.6 36-37.9m49.8 70.8c-6.7 9.8-16.9 16.7-28.6 19.3c-19.3 4.3-38.8-3.6-49.6-18.8l85.5-19.3l13.8-3.1l26.7-6c-.2-5.7-1-11.4-2.1-16.9c-10.7-46-57.7-74.8-104.6-64.1s-76.2 56.5-65.3 102.7s57.7 74.8 104.6 64.1c27.6-6.2 49.1-24.8 60-48.4z"/></svg>'
