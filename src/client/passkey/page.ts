// The module of the built-in pages: `tools/page-modules.mjs` turns it into src/passkeys/script.ts.
import {
  autofillPasskey,
  createPasskey,
  type PasskeyOptions,
  type PasskeyOutcome,
  signInWithPasskey,
  supportsPasskeys,
} from '../passkey.ts'

let waiting: AbortController | undefined

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-passkey]')) {
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const perform = form.dataset.passkey === 'register' ? createPasskey : signInWithPasskey
    // A browser asks for one passkey at a time.
    waiting?.abort()
    form.inert = true
    form.querySelector('[role=alert]')?.remove()
    try {
      await go(perform(formOptions(form)))
    } catch (thrown) {
      form.inert = false
      say(form, failureOf(thrown))
      // An inert form loses the focus, and keyboard users would start again at the top.
      event.submitter?.focus()
      offer()
    }
  })
}

/** The name of the sentence about an error. The server wrote them all into the form, in the visitor's language. */
function failureOf(thrown: unknown): string {
  if (!supportsPasskeys()) return 'unsupported'
  return failures[Object(thrown).name] ?? 'failed'
}

// WebAuthn §5.1.3 and §5.1.4: the visitor declined or waited too long, or the device has a passkey already.
const failures: Record<string, string> = {
  NotAllowedError: 'declined',
  AbortError: 'declined',
  InvalidStateError: 'exists',
}

function say(form: HTMLFormElement, failure: string): void {
  const note = document.createElement('p')
  note.role = 'alert'
  note.className = 'told'
  note.textContent = form.dataset[failure] ?? ''
  form.append(note)
}

function formOptions(form: HTMLFormElement): PasskeyOptions {
  // One box for staying signed in serves every form of the page.
  const remember = document.querySelector<HTMLInputElement>('[name=remember]:checked')?.value
  const fields = { ...Object.fromEntries(new FormData(form)), remember } as Record<string, string>
  const [basePath = '', provider = ''] = form.action.split('/callback/')
  return { basePath, provider, fields }
}

async function go(outcome: Promise<PasskeyOutcome | null>): Promise<void> {
  const found = await outcome
  if (found) location.href = found.url
}

/** Offers passkeys in autofill, with a new challenge before the last one expires. */
function offer(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-passkey=authenticate]')
  if (!form || !document.querySelector('input[autocomplete~=webauthn]')) return
  waiting?.abort()
  waiting = new AbortController()
  const { signal } = waiting
  const renewal = setTimeout(offer, 500_000)
  signal.onabort = () => clearTimeout(renewal)
  go(autofillPasskey({ ...formOptions(form), signal })).catch(() => {})
}

offer()
