// Signs in once and prints the cookies that a browser would then hold.
import { auth } from './auth.ts'

const cookies = new Map<string, string>()

async function visit(path: string, init: RequestInit = {}) {
  const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
  const headers = { origin: 'https://app.example', cookie }
  const response = await auth.handler(
    new Request(`https://app.example${path}`, { ...init, headers }),
  )
  for (const line of response.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    if (value === '') cookies.delete(name)
    else cookies.set(name, value)
  }
  return new URL(response.headers.get('location') ?? '', 'https://app.example')
}

const platform = await visit('/api/auth/signin/example', { method: 'POST' })
const state = platform.searchParams.get('state') ?? ''
await visit(`/api/auth/callback/example?${new URLSearchParams({ code: 'code', state })}`)
console.log([...cookies].map((pair) => pair.join('=')).join('; '))
