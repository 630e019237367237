// Written by tools/marks.mjs; see NOTICE.

/** The platform's mark. */
export const logo: string =
  // biome-ignore format: one line is one drawing
  '<svg viewBox="0 0 256 384"><path fill="#0acf83" d="M64 384c35.3 0 64-28.7 64-64v-64H64c-35.3 0-64 28.7-64 64s28.7 64 64 64"/><path fill="#a259ff" d="M0 192c0-35.3 28.7-64 64-64h64v128H64c-35.3 0-64-28.7-64-64"/><path fill="#f24e1e" d="M0 64C0 28.7 28.7 0 64 0h64v128H64C28.7 128 0 99.3 0 64"/><path fill="#ff7262" d="M128 0h64c35.3 0 64 28.7 64 64s-28.7 64-64 64h-64z"/><path fill="#1abcfe" d="M256 192c0 35.3-28.7 64-64 64s-64-28.7-64-64s28.7-64 64-64s64 28.7 64 64"/></svg>'
