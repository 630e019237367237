import type { Cookie } from '../http/cookies.ts'

/** The cookies that a response of ours sets, in the shape that frameworks' own cookie functions take. */
export function cookiesOf(headers: Headers): Cookie[] {
  return headers.getSetCookie().map((line) => {
    const [pair = '', ...attributes] = line.split('; ')
    const equals = pair.indexOf('=')
    const said = new Map(
      attributes.map((attribute): [string, string] => {
        const [name = '', value = ''] = attribute.split('=')
        return [name.toLowerCase(), value]
      }),
    )
    const maxAge = said.get('max-age')
    const domain = said.get('domain')
    return {
      name: pair.slice(0, equals),
      value: pair.slice(equals + 1),
      options: {
        path: '/',
        httpOnly: true,
        secure: said.has('secure'),
        sameSite: said.get('samesite') === 'None' ? 'none' : 'lax',
        ...(maxAge !== undefined && { maxAge: Number(maxAge) }),
        ...(domain !== undefined && { domain }),
      },
    }
  })
}
