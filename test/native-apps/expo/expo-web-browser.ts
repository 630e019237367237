/**
 * expo-web-browser, as it is documented: `openAuthSessionAsync` resolves with `success` and the address, with `cancel` if the person closed
 * the browser, with `dismiss` if the app did or the system, and with `locked` if a browser is open already.
 */
export interface WebBrowserAuthSessionResult {
  type: 'success' | 'cancel' | 'dismiss' | 'locked'
  url?: string
}

/** The hand of the person, which the stories move. */
export const person: {
  /** Gets the address that was opened; returns the one that leads back, or how the browser was closed. */
  act: (address: string) => Promise<string>
  isOpen: boolean
} = { act: async () => 'cancel', isOpen: false }

export async function openAuthSessionAsync(
  address: string,
  redirect: string,
): Promise<WebBrowserAuthSessionResult> {
  if (person.isOpen) return { type: 'locked' }
  person.isOpen = true
  try {
    const came = await person.act(address)
    if (came === 'cancel' || came === 'dismiss') return { type: came }
    // Only the app's own address closes the browser.
    return came.startsWith(redirect) ? { type: 'success', url: came } : { type: 'cancel' }
  } finally {
    person.isOpen = false
  }
}
