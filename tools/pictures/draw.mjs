/**
 * Draws a picture in the colours of a scheme: ink, soft ink, line, card, brand.
 *
 * @typedef {(colors: readonly string[]) => string} Draw
 */

const font = 'font-family="system-ui, -apple-system, Segoe UI, Roboto, Noto Sans, sans-serif"'

/**
 * Messages between those who take part, from top to bottom.
 *
 * @param {string} title
 * @param {readonly string[]} people
 * @param {readonly (readonly [from: number, to: number, text: string])[]} messages
 * @returns {Draw}
 */
export function sequence(title, people, messages) {
  const [width, gap, top] = [760, 46, 76]
  const height = top + messages.length * gap + 20
  const x = (/** @type {number} */ person) => 110 + (person * (width - 220)) / (people.length - 1)
  return ([ink, soft, line, card, brand]) =>
    svg(title, width, height, [
      ...people.map(
        (name, n) =>
          `<path d="M${x(n)} 48V${height - 10}" stroke="${line}" stroke-dasharray="4 4"/>` +
          `<rect x="${x(n) - 95}" y="8" width="190" height="40" rx="8" fill="${card}" stroke="${line}"/>` +
          text(name, x(n), 33, { fill: ink, weight: 600 }),
      ),
      ...messages.map(([from, to, words], n) => {
        const y = top + n * gap + 20
        const [start, end] = [x(from), x(to)]
        const head = end > start ? -8 : 8
        // What goes past somebody is told before their line.
        const middle = Math.abs(to - from) > 1 ? (x(0) + x(1)) / 2 : (start + end) / 2
        return (
          `<path d="M${start} ${y}H${end}m${head} -5L${end} ${y}l${head} 5" fill="none" stroke="${brand}" stroke-width="1.75"/>` +
          text(`${n + 1}. ${words}`, middle, y - 8, { fill: soft })
        )
      }),
    ])
}

/**
 * A question and its answers, side by side.
 *
 * @param {string} title
 * @param {string} question
 * @param {readonly (readonly [answer: string, lines: readonly string[]])[]} answers
 * @returns {Draw}
 */
export function choice(title, question, answers) {
  const [width, height] = [760, 236]
  const column = width / answers.length
  return ([ink, soft, line, card, brand]) =>
    svg(title, width, height, [
      `<rect x="${width / 2 - 250}" y="8" width="500" height="40" rx="20" fill="${card}" stroke="${brand}" stroke-width="1.75"/>`,
      text(question, width / 2, 33, { fill: ink, weight: 600 }),
      ...answers.map(([answer, lines], n) => {
        const center = column * n + column / 2
        return (
          `<path d="M${width / 2} 48V66H${center}V86m-5 -8l5 8l5 -8" fill="none" stroke="${line}" stroke-width="1.75"/>` +
          `<rect x="${center - column / 2 + 16}" y="88" width="${column - 32}" height="138" rx="10" fill="${card}" stroke="${line}"/>` +
          text(answer, center, 118, { fill: ink, weight: 600 }) +
          lines.map((each, row) => text(each, center, 148 + row * 24, { fill: soft })).join('')
        )
      }),
    ])
}

/**
 * @param {string} words
 * @param {number} x
 * @param {number} y
 * @param {{ fill: string | undefined, weight?: number }} look
 */
function text(words, x, y, { fill, weight = 400 }) {
  return `<text x="${x}" y="${y}" fill="${fill}" font-size="14" font-weight="${weight}" text-anchor="middle" ${font}>${words}</text>`
}

/**
 * @param {string} title
 * @param {number} width
 * @param {number} height
 * @param {readonly string[]} content
 */
function svg(title, width, height, content) {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${title}">${content.join('')}</svg>`
}
