// The module of the built-in pages: `tools/page-modules.mjs` turns it into src/pages/copy-script.ts.

// Without a clipboard or scripts, the buttons stay hidden; the text can be selected by hand.
const acts: Record<string, (button: HTMLElement) => unknown> = {
  ...(navigator.clipboard && { copy }),
  print: () => window.print(),
}

for (const button of document.querySelectorAll<HTMLElement>('button[data-does]')) {
  const act = acts[button.dataset.does ?? '']
  if (!act) continue
  button.hidden = false
  button.addEventListener('click', () => act(button))
}

async function copy(button: HTMLElement): Promise<void> {
  await navigator.clipboard.writeText(button.dataset.text ?? '')
  button.textContent = button.dataset.done ?? ''
}

export {}
