/**
 * Updates the page without reloading: waits for the next change, fetches the page again and replaces its content. Open details stay open,
 * and the focus stays where it was. Without scripts the pages work, and the list reloads by itself.
 */
export const script: string = `
const root = document.documentElement
let since = Number(root.dataset.version)
const pause = (ms) => new Promise((done) => setTimeout(done, ms))

async function follow() {
  for (;;) {
    try {
      const answer = await fetch(root.dataset.inspector + '/changes?since=' + since)
      // The key is another one, or was never there.
      if (answer.status === 403) return
      const { version } = await answer.json()
      if (version !== since) await refresh()
      since = version
      await pause(300)
    } catch {
      await pause(3000)
    }
  }
}

async function refresh() {
  const text = await (await fetch(location.href)).text()
  const next = new DOMParser().parseFromString(text, 'text/html').querySelector('main')
  const main = document.querySelector('main')
  if (!next || main.querySelector('select:focus')) return
  for (const open of main.querySelectorAll('details[open]')) next.querySelector('#' + open.id)?.setAttribute('open', '')
  const focused = document.activeElement?.closest('details,[id]')?.id
  main.replaceWith(next)
  if (focused) (next.querySelector('#' + focused + '>summary') ?? next.querySelector('#' + focused))?.focus()
  enliven()
}

function enliven() {
  for (const time of document.querySelectorAll('time[datetime]')) {
    time.textContent = new Date(time.dateTime).toLocaleTimeString('en-GB')
    time.title = time.dateTime
  }
  for (const button of document.querySelectorAll('button[data-copies]')) {
    button.hidden = false
    button.onclick = async () => {
      await navigator.clipboard.writeText(document.getElementById(button.dataset.copies).textContent)
      button.textContent = 'Copied'
    }
  }
}

enliven()
follow()
`
