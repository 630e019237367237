// The module of the built-in pages: `tools/page-modules.mjs` turns it into src/gate/script.ts.

/** A challenge as the server asks it: ALTCHA's proof of work, version 2. */
interface Challenge {
  parameters: { nonce: string; salt: string; cost: number; keyLength: number; keyPrefix: string }
}

/** How many keys are derived at once. */
const batch = 8

/** A token is good for ten minutes; one that somebody earned and then left alone is earned anew. */
const freshFor = 300_000

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-altcha]')) guard(form)

/** Earns a token while somebody types, and holds the form back until there is one. Every submit has a token of its own. */
function guard(form: HTMLFormElement): void {
  let earned: { token: Promise<string>; at: number } | undefined
  let isReady = false
  let isWaiting = false
  const earn = () => {
    if (!earned || Date.now() - earned.at > freshFor) {
      earned = { token: earnToken(form.dataset.altcha ?? ''), at: Date.now() }
      earned.token.catch(() => {})
    }
    return earned.token
  }
  form.addEventListener('focusin', earn)
  const submit = async (event: SubmitEvent) => {
    if (isReady) {
      isReady = false
      return
    }
    event.preventDefault()
    event.stopImmediatePropagation()
    if (isWaiting) return
    isWaiting = true
    form.ariaBusy = 'true'
    form.querySelector('[role=alert]')?.remove()
    try {
      carry(form, await earn())
      // With a token that was there already, the event is still under way, and a form ignores a submit within a submit.
      await new Promise((resolve) => setTimeout(resolve))
      isReady = true
      form.requestSubmit(event.submitter)
    } catch {
      say(form)
    }
    earned = undefined
    isWaiting = false
    form.ariaBusy = null
  }
  // Before the scripts of other parts see it.
  form.addEventListener('submit', submit, true)
}

function carry(form: HTMLFormElement, token: string): void {
  const known = form.querySelector<HTMLInputElement>('input[name=gateToken]')
  const input = known ?? document.createElement('input')
  input.type = 'hidden'
  input.name = 'gateToken'
  input.value = token
  form.append(input)
}

function say(form: HTMLFormElement): void {
  const note = document.createElement('p')
  note.role = 'alert'
  note.className = 'told'
  note.textContent = form.dataset.altchaFailed ?? ''
  form.append(note)
}

async function earnToken(address: string): Promise<string> {
  const response = await fetch(address, { headers: { accept: 'application/json' } })
  if (!response.ok) throw new Error(`The challenge was answered with ${response.status}`)
  const challenge: Challenge = await response.json()
  return btoa(JSON.stringify({ challenge, solution: await solve(challenge) }))
}

async function solve({ parameters }: Challenge): Promise<object> {
  const { keyPrefix } = parameters
  for (let first = 0; ; first += batch) {
    const counters = Array.from({ length: batch }, (_, index) => first + index)
    const keys = await Promise.all(counters.map((counter) => deriveKey(parameters, counter)))
    const found = keys.findIndex((key) => key.startsWith(keyPrefix))
    if (found >= 0) return { counter: first + found, derivedKey: keys[found] }
  }
}

/** PBKDF2 over the nonce and the counter, which is four bytes, the highest first. */
async function deriveKey(
  { nonce, salt, cost, keyLength }: Challenge['parameters'],
  counter: number,
): Promise<string> {
  const password = new Uint8Array([...bytes(nonce), 0, 0, 0, 0])
  new DataView(password.buffer).setUint32(password.length - 4, counter)
  const key = await crypto.subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits'])
  const how = { name: 'PBKDF2', hash: 'SHA-256', salt: bytes(salt), iterations: cost }
  const derived = new Uint8Array(await crypto.subtle.deriveBits(how, key, keyLength * 8))
  return Array.from(derived, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function bytes(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}
