import { type Html, html } from '../../pages/html.ts'
import type { Mail } from '../records.ts'

/** The code in a mail: six digits that stand alone, maybe in two halves. Digits in addresses do not count. */
function codeIn({ text }: Mail): string | undefined {
  const words = text.replaceAll(/https?:\/\/\S+/g, ' ')
  const alone = /(?<![\d.,:-]|\d\s)(\d{3})[ \u00a0]?(\d{3})(?![\s.,:-]?\d)/
  const [, first, second] = alone.exec(words) ?? []
  return first && second && `${first} ${second}`
}

/** The code of a mail, with a button that copies it and stays hidden without scripts. */
export function mailCode(mail: Mail): Html | undefined {
  const code = codeIn(mail)
  if (!code) return undefined
  return html`<span class="code"><code>${code}</code> <button type="button" hidden data-copies="${code.replace(' ', '')}" aria-label="Copy the code ${code}">Copy</button></span>`
}

/** Shows the buttons if the browser has a clipboard. */
export const copyScript = `for (const button of document.querySelectorAll('[data-copies]')) {
  button.hidden = !navigator.clipboard
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(button.dataset.copies)
    button.textContent = 'Copied'
  })
}`
