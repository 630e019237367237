/** Two texts as one line. */
export function spaced(first = '', second = ''): string {
  return first && second ? first + gap(first) + second : first || second
}

/** The space after a text. Chinese and Japanese need none, and their full-width marks bring their own. */
export function gap(text: string): string {
  return /[\u3000-\uffff]$/.test(text) ? '' : ' '
}
