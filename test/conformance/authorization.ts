import { demand, type Inside } from './provider.ts'

const known = new Set([
  'response_type',
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'nonce',
  'code_challenge',
  'code_challenge_method',
  'response_mode',
  'prompt',
  'max_age',
])

/** OpenID Connect Core §3.1.2: the person is asked nothing and consents to everything. */
export function authorize(inside: Inside, request: Request): Response {
  const { client, codes, act } = inside
  const asked = once(new URL(request.url).searchParams)
  const odd = Object.keys(asked).find((name) => !known.has(name))
  demand(!odd, `a parameter that nobody asked for: ${odd}`)
  demand(asked.response_type === 'code', 'response_type is not code')
  demand(asked.client_id === client.client_id, 'another client_id than registered')
  demand(asked.redirect_uri === client.redirect_uri, 'another redirect_uri than registered')
  const scopes = (asked.scope ?? '').split(' ')
  demand(scopes.includes('openid'), 'the scope openid is not asked for')
  demand(asked.state && asked.state.length >= 22, 'no state, or one that can be guessed')
  demand(!asked.nonce || asked.nonce.length >= 22, 'a nonce that can be guessed')
  demand(asked.code_challenge_method === 'S256', 'no PKCE with S256')
  demand(/^[\w-]{43}$/.test(asked.code_challenge ?? ''), 'a code_challenge that is no SHA-256')
  demand((asked.response_mode ?? 'query') === client.response_mode, 'another response_mode')
  const code = crypto.randomUUID()
  codes.set(code, {
    scopes,
    nonce: asked.nonce,
    code_challenge: asked.code_challenge,
    redirect_uri: asked.redirect_uri,
  })
  const params = act.callback({ code, state: asked.state })
  return client.response_mode === 'form_post'
    ? formPost(client.redirect_uri, params)
    : redirect(client.redirect_uri, params)
}

/** RFC 6749 §3.1: no parameter may come twice, and one without a value does not count. */
export function once(params: URLSearchParams): Partial<Record<string, string>> {
  const given = [...params].filter(([, value]) => value !== '')
  const names = given.map(([name]) => name)
  demand(new Set(names).size === names.length, 'a parameter that comes twice')
  return Object.fromEntries(given)
}

function redirect(to: string, params: Record<string, string>): Response {
  const location = `${to}?${new URLSearchParams(params)}`
  return new Response(null, { status: 303, headers: { location } })
}

/** OAuth 2.0 Form Post Response Mode §2. */
function formPost(to: string, params: Record<string, string>): Response {
  const inputs = Object.entries(params).map(
    ([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`,
  )
  const body = `<form method="post" action="${escaped(to)}">${inputs.join('')}</form>`
  const head = '<!doctype html><title>Submit</title><body onload="document.forms[0].submit()">'
  return new Response(head + body, { headers: { 'content-type': 'text/html;charset=utf-8' } })
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
