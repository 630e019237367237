import type { Received } from './records.ts'

const secret =
  /secret|(^|_)code$|verifier|token|assertion|password|authorization|cookie|^state$|^nonce$|ticket|^request$/i

/** The parameters of a request for display, with secrets cut short. */
export function shortened({
  url,
  headers,
  body,
}: Received): readonly (readonly [string, string])[] {
  const form = typeof body === 'object' && body !== null ? Object.entries(body) : []
  const { authorization } = headers
  const all: (readonly [string, string])[] = [
    ...new URL(url).searchParams,
    ...form.map(([name, value]) => [name, String(value)] as const),
    ...(authorization === undefined ? [] : [['Authorization', authorization] as const]),
  ]
  return all.map(([name, value]) => [name, secret.test(name) ? cut(value) : value] as const)
}

// A few characters distinguish two values; of a short value, fewer are shown.
function cut(value: string): string {
  const [, scheme = ''] = /^(Bearer |Basic )/.exec(value) ?? []
  const hidden = value.slice(scheme.length)
  return `${scheme}${hidden.slice(0, Math.min(4, hidden.length / 4))}…`
}
