/** Two texts as one line. */
export function spaced(first = '', second = ''): string {
  return first && second ? first + gap(first) + second : first || second
}

/** The space after a text. The full-width marks of Chinese and Japanese bring their own. */
export function gap(text: string): string {
  return /[。！？：]$/.test(text) ? '' : ' '
}
