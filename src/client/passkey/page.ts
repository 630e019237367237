// The module of the built-in pages: `tools/page-modules.mjs` turns it into src/passkeys/script.ts.
import {
  autofillPasskey,
  createPasskey,
  type PasskeyOptions,
  type PasskeyOutcome,
  signInWithPasskey,
  supportsPasskeys,
} from '../passkey.ts'

const ceremonies: Record<string, (options: PasskeyOptions) => Promise<PasskeyOutcome>> = {
  authenticate: signInWithPasskey,
  register: createPasskey,
}

let waiting = new AbortController()

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-passkey]')) {
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const perform = ceremonies[form.dataset.passkey ?? '']
    // A browser asks for one passkey at a time.
    waiting.abort()
    form.inert = true
    form.querySelector('[role=alert]')?.remove()
    try {
      await go(perform?.(formOptions(form)))
    } catch (thrown) {
      form.inert = false
      say(form, failureOf(thrown))
      offer()
    }
  })
}

/** The name of the sentence that tells what happened; the server wrote them all into the form, in the visitor's language. */
function failureOf(thrown: unknown): string {
  if (!supportsPasskeys()) return 'unsupported'
  return failures[Object(thrown).name] ?? 'failed'
}

// WebAuthn §5.1.3 and §5.1.4: somebody declined or waited too long, or the device has a passkey already.
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
  const fields = Object.fromEntries(new FormData(form)) as Record<string, string>
  // One box for staying signed in serves every form of the page.
  Object.assign(fields, {
    remember: document.querySelector<HTMLInputElement>('[name=remember]:checked')?.value,
  })
  const [basePath = '', provider = ''] = form.action.split('/callback/')
  return { basePath, provider, fields }
}

async function go(outcome: Promise<PasskeyOutcome | null> | undefined): Promise<void> {
  const found = await outcome
  if (found) location.href = found.url
}

/** Passkeys in autofill. A challenge expires, so it is asked for anew now and then. */
function offer(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-passkey=authenticate]')
  if (!form || !document.querySelector('input[autocomplete~=webauthn]')) return
  waiting = new AbortController()
  const { signal } = waiting
  const renewal = setTimeout(() => {
    waiting.abort()
    offer()
  }, 500_000)
  signal.addEventListener('abort', () => clearTimeout(renewal))
  go(autofillPasskey({ ...formOptions(form), signal })).catch(() => {})
}

offer()
