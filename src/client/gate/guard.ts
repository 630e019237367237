/** The source of a form's tokens for the gate. */
export interface Guard {
  /** Earns a token; each is sent once. */
  earn(): Promise<string>
  /** The milliseconds after which an unused token is earned anew. */
  freshFor: number
}

/** Earns a token while the visitor types, and holds the form back until there is one. Every submit has a token of its own. */
export function guard(form: HTMLFormElement, { earn, freshFor }: Guard): void {
  let earned: { token: Promise<string>; at: number } | undefined
  let isReady = false
  let isWaiting = false
  const token = () => {
    if (!earned || Date.now() - earned.at > freshFor) {
      earned = { token: earn(), at: Date.now() }
      earned.token.catch(() => {})
    }
    return earned.token
  }
  form.addEventListener('focusin', token)
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
      carry(form, await token())
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
  note.className = 'told alert'
  note.textContent = form.dataset.gateFailed ?? english
  note.style.whiteSpace = 'pre-line'
  form.prepend(note)
}

/** For the application's own pages without `data-gate-failed`. */
const english = 'We can’t check that you’re not a robot right now.\nPlease try again in a moment.'
