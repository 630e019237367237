/** Presses "Allow" on the consent page of the practice platform, over HTTP; says where that leads. */
export async function allowAt(url: string): Promise<string> {
  const markup = await (await fetch(url)).text()
  const decoded = (text: string) =>
    text.replace(/&#(\d+);/g, (_, point) => String.fromCodePoint(point)).replaceAll('&amp;', '&')
  const values = (name: string) =>
    [...markup.matchAll(new RegExp(` name="${name}" value="([^"]*)"`, 'g'))].map(([, value = '']) =>
      decoded(value),
    )
  const body = new URLSearchParams({
    request: values('request')[0] ?? '',
    persona: 'ada',
    decision: 'allow',
  })
  for (const scope of values('scope')) body.append('scope', scope)
  const action = decoded(/<form method="post" action="([^"]+)"/.exec(markup)?.[1] ?? '')
  const response = await fetch(new URL(action, url), { method: 'POST', body, redirect: 'manual' })
  return response.headers.get('location') ?? ''
}
