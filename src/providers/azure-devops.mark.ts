// Written by tools/marks.mjs; see NOTICE.

/** The platform's mark. */
export const logo: string =
  // biome-ignore format: one line is one drawing
  '<svg viewBox="0 0 256 199"><path d="M118.4 187.7c32.9-5.8 60.1-10.6 60.4-10.7l.6-.1l-31.1-36.9c-17.1-20.3-31.1-37-31.1-37.1c0-.2 32.1-88.5 32.2-88.8c.1-.1 21.9 37.6 52.9 91.3c29 50.3 53 91.8 53.2 92.2l.4.7l-98.7 0l-98.7 0l59.8-10.6zM0 176.4c0-.1 14.6-25.5 32.5-56.4l32.5-56.3l37.9-31.8C123.8 14.4 140.9 0 140.9 0c.1 0-.2.7-.6 1.5s-18.9 40.6-41.1 88.3l-40.4 86.7l-29.4 0c-16.2 0-29.4 0-29.4-.1z" fill="#0089D6" fill-rule="nonzero"/></svg>'
