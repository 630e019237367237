/** The address that leads back into the app, with an answer. No redirect has a query of its own. */
export function returnUrl(redirectUri: string, answer: Readonly<Record<string, string>>): string {
  return `${redirectUri}?${new URLSearchParams(answer)}`
}
