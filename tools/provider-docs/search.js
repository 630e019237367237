const form = /** @type {HTMLFormElement} */ (document.querySelector('form'))
const status = /** @type {HTMLElement} */ (document.querySelector('[role=status]'))
const [field, ...boxes] = form.querySelectorAll('input')
const rows = Array.from(document.querySelectorAll('li'), (row) => ({
  row,
  words: Array.from(row.querySelectorAll('a, code'), ({ textContent }) => plain(textContent)),
  gives: row.dataset.gives?.split(' '),
}))

/**
 * Letters and digits only: "linked in" finds LinkedIn.
 *
 * @param {string | undefined} text
 */
function plain(text = '') {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}

function choose() {
  const sought = plain(field?.value)
  const wanted = boxes.filter(({ checked }) => checked).map(({ value }) => value)
  for (const { row, words, gives } of rows) {
    const named = words.some((word) => word.includes(sought))
    row.hidden = !named || wanted.some((ability) => !gives?.includes(ability))
  }
  const shown = rows.filter(({ row }) => !row.hidden).length
  const of = shown < rows.length ? ` of ${rows.length}` : ''
  status.textContent = shown ? `${shown}${of} platforms` : 'No platform is like that.'
}

form.hidden = false
form.addEventListener('input', choose)
form.addEventListener('submit', (event) => event.preventDefault())
// A browser that comes back to the page may have kept what was typed.
addEventListener('pageshow', choose)
