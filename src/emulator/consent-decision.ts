/** A person's decision on the consent page. */
export type Decision = {
  /** The persona's id; the first one when left out. */
  readonly as?: string
  /** The scopes left ticked; all when left out. */
  readonly grant?: readonly string[]
  /** Presses “Deny”. */
  readonly deny?: boolean
  /** Chooses one of the failures the page offers. */
  readonly fail?: string
}

/**
 * Opens an authorization address, fills in the consent page's own form and submits it.
 * Returns the platform's response: a redirect, or a form that posts to the application.
 */
export async function decide(
  handler: (request: Request) => Promise<Response>,
  authorizeUrl: string | URL,
  decision: Decision,
): Promise<Response> {
  const page = await handler(new Request(authorizeUrl))
  if (page.status !== 200 || !page.headers.get('content-type')?.startsWith('text/html')) return page
  const markup = await page.text()
  const action = /<form method="post" action="([^"]+)"/.exec(markup)?.[1]
  if (action === undefined) throw new Error(`${authorizeUrl} answers no consent page`)
  const body = new URLSearchParams({
    request: offered(markup, 'request')[0] ?? '',
    persona: chosen(markup, 'persona', decision.as),
    decision: button(markup, decision),
  })
  const scopes = decision.grant ?? offered(markup, 'scope')
  for (const scope of scopes) body.append('scope', chosen(markup, 'scope', scope))
  return handler(new Request(decoded(action), { method: 'POST', body }))
}

function button(markup: string, { deny, fail }: Decision): string {
  if (fail !== undefined) return chosen(markup, 'decision', `fail:${fail}`)
  return deny ? 'deny' : 'allow'
}

function chosen(markup: string, field: string, wanted: string | undefined): string {
  const values = offered(markup, field)
  const value = wanted === undefined ? values[0] : values.find((offer) => offer === wanted)
  if (value !== undefined) return value
  throw new Error(`The consent page offers no ${field} “${wanted}”, only: ${values.join(', ')}`)
}

function offered(markup: string, field: string): string[] {
  const pattern = new RegExp(` name="${field}" value="([^"]*)"`, 'g')
  return [...markup.matchAll(pattern)].map(([, value = '']) => decoded(value))
}

function decoded(text: string): string {
  return text.replace(/&#(\d+);/g, (_, point) => String.fromCodePoint(Number(point)))
}
