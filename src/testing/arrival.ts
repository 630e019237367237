/** The request that a platform's answer leads to: the address of a redirect, or the POST of a form (`form_post`). */
export async function arrival(response: Response): Promise<string | Request> {
  const location = response.headers.get('location')
  if (location !== null) return location
  const markup = await response.text()
  const [, action] = /<form method="post" action="([^"]+)"/.exec(markup) ?? []
  if (action === undefined) {
    throw new Error(
      `The platform answers ${response.status} instead of sending the browser back: ${words(markup)}`,
    )
  }
  const fields = [...markup.matchAll(/ name="([^"]*)" value="([^"]*)"/g)]
  const body = new URLSearchParams(fields.map(([, name = '', value = '']) => [name, plain(value)]))
  return new Request(plain(action), { method: 'POST', headers: { origin: 'null' }, body })
}

/** The text of a page. */
function words(markup: string): string {
  const text = markup.replace(/<(head|style|script)\b.*?<\/\1>|<[^>]*>/gs, ' ')
  return plain(text).replace(/\s+/g, ' ').trim().slice(0, 500)
}

function plain(markup: string): string {
  return markup.replace(/&#(\d+);/g, (_, point) => String.fromCodePoint(Number(point)))
}
