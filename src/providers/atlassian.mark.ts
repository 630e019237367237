// Written by tools/marks.mjs; see NOTICE.

/** The platform's mark. */
export const logo: string =
  // biome-ignore format: one line is one drawing
  '<svg viewBox="0 0 24 24"><path fill="currentColor" d="M7.12 11.08a.68.68 0 0 0-1.16.13L.07 22.97a.7.7 0 0 0 .63 1.02h8.19a.68.68 0 0 0 .63-.39c1.77-3.65.7-9.2-2.41-12.52zM11.43.39a15.52 15.52 0 0 0-.91 15.32l3.95 7.9a.7.7 0 0 0 .63.39h8.19a.7.7 0 0 0 .63-1.02L12.63.38a.66.66 0 0 0-1.2.01z"/></svg>'
