// Written by tools/marks.mjs; see NOTICE.

/** The platform's mark. */
export const logo: string =
  // biome-ignore format: one line is one drawing
  '<svg viewBox="0 0 256 256"><path fill="#0a66c2" d="M218.1 218.1h-37.9v-59.4c0-14.2-.3-32.4-19.7-32.4c-19.8 0-22.8 15.4-22.8 31.4v60.4h-37.9V96h36.4v16.7h.5a39.9 39.9 0 0 1 35.9-19.7c38.4 0 45.5 25.3 45.5 58.2zM57 79.3c-12.2 0-22-9.9-22-22s9.9-22 22-22c12.2 0 22 9.9 22 22A22 22 0 0 1 57 79.3m19 138.9H38V96h38zM237 0H18.9C8.6-.1.1 8.2 0 18.5v219.1c.1 10.3 8.6 18.6 18.9 18.5h218.1c10.3.1 18.8-8.1 19-18.5V18.5c-.1-10.3-8.6-18.6-19-18.5"/></svg>'
