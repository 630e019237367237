import { describe, expect, test } from 'vitest'
import type { AuthConfig } from '../../src/index.ts'
import Credentials from '../../src/providers/credentials.ts'
import Email from '../../src/providers/email.ts'
import { memory } from '../../src/storage/memory.ts'
import { origin, setup } from '../setup.ts'
import { program } from './stage.ts'

/** An application behind a proxy that nobody told it to trust: every connection comes from the proxy. */
async function behindProxy(config: Partial<AuthConfig> = {}) {
  const sent: string[] = []
  const { auth, log, world } = await setup({
    providers: [
      Credentials({
        credentials: { username: {}, password: { type: 'password' } },
        authorize: ({ username, password }) =>
          password === 'right' ? { id: String(username) } : null,
      }),
      Email({ sendVerificationRequest: ({ identifier }) => void sent.push(identifier) }),
    ],
    storage: memory(),
    secret: 'b7Qx2LmZ0sVt9RkYw4HdNf6GcJp1Ua8E',
    ...config,
    runtime: { ...config.runtime, env: { NODE_ENV: 'production' } },
  })
  const post = (
    path: string,
    form: Record<string, string>,
    headers: Record<string, string>,
    address = '127.0.0.1',
  ) => {
    const request = new Request(`${origin}/api/auth${path}`, {
      method: 'POST',
      headers: { origin, ...program, ...headers },
      body: new URLSearchParams(form),
    })
    return auth.handler(request, { address })
  }
  const signIn = (
    username: string,
    password: string,
    headers: Record<string, string>,
    address?: string,
  ) => post('/callback/credentials', { username, password }, headers, address)
  const mail = (email: string, headers: Record<string, string>, address?: string) =>
    post('/signin/email', { email }, headers, address)
  return { auth, log, world, sent, signIn, mail }
}

const times = <T>(count: number, work: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => work(n)))

const about = (lines: string[]) => lines.filter((line) => line.includes('addresses of visitors'))

const stranger = '203.0.113.66'
const somebody = '203.0.113.7'

const proxies: Record<string, { address: string; from: (ip: string) => Record<string, string> }> = {
  'on the same machine': { address: '127.0.0.1', from: (ip) => ({ 'x-forwarded-for': ip }) },
  'on the same machine, by IPv6': { address: '::1', from: (ip) => ({ 'x-forwarded-for': ip }) },
  'on an IPv6 socket': { address: '::ffff:127.0.0.1', from: (ip) => ({ 'x-real-ip': ip }) },
  'in the inner network': { address: '10.0.0.1', from: (ip) => ({ forwarded: `for=${ip}` }) },
  'in a container’s network': { address: '172.18.0.2', from: (ip) => ({ 'x-real-ip': ip }) },
  'of a content network’s tunnel': {
    address: '192.168.1.4',
    from: (ip) => ({ 'cf-connecting-ip': ip }),
  },
  'that only tells the protocol': {
    address: 'fd00::5',
    from: () => ({ 'x-forwarded-proto': 'https' }),
  },
}

describe.each(Object.entries(proxies))('behind a proxy %s', (_, { address, from }) => {
  test('a hundred wrong passwords of a stranger lock nobody else out', async () => {
    const { signIn } = await behindProxy()
    await times(150, (n) => signIn(`u${n}`, 'wrong', from(stranger), address))
    expect((await signIn('ada', 'right', from(somebody), address)).status).toBe(200)
  })

  test('thirty mails for a stranger keep nobody else from getting one', async () => {
    const { mail, sent } = await behindProxy()
    await times(40, (n) => mail(`u${n}@people.test`, from(stranger), address))
    expect((await mail('ada@people.test', from(somebody), address)).status).toBe(200)
    expect(sent.at(-1)).toBe('ada@people.test')
  })

  test('the log says at the first request what to set, once', async () => {
    const { auth, log, signIn } = await behindProxy()
    const first = new Request(`${origin}/api/auth/session`, { headers: from(somebody) })
    await auth.handler(first, { address })
    await signIn('ada', 'wrong', from(stranger), address)
    const [line, ...more] = about(log.warnings)
    expect(line).toContain('AUTH_TRUST_HOST')
    expect(line).toContain('clientIp')
    expect(more).toEqual([])
  })
})

describe('a connection is still told by its own address', () => {
  test.each(['127.0.0.1', '10.0.0.1'])('from %s without a proxy’s headers', async (address) => {
    const { signIn, log } = await behindProxy()
    await times(100, (n) => signIn(`u${n}`, 'wrong', {}, address))
    expect((await signIn('ada', 'right', {}, address)).status).toBe(429)
    expect(about(log.warnings)).toEqual([])
  })

  test('from the internet, whatever its headers claim', async () => {
    const { signIn } = await behindProxy()
    const public_ = '93.184.215.14'
    await times(100, (n) =>
      signIn(`u${n}`, 'wrong', { 'x-forwarded-for': `203.0.113.${n}` }, public_),
    )
    expect((await signIn('ada', 'right', {}, public_)).status).toBe(429)
  })

  test('from an inner network, where the framework took it from the proxy’s header', async () => {
    const { signIn, log } = await behindProxy()
    const colleague = (n: number) => ({ 'x-forwarded-for': `10.0.0.${n}` })
    await times(100, (n) => signIn(`u${n}`, 'wrong', colleague(66), '10.0.0.66'))
    expect((await signIn('ada', 'right', colleague(66), '10.0.0.66')).status).toBe(429)
    expect((await signIn('ada', 'right', colleague(7), '10.0.0.7')).status).toBe(200)
    expect(about(log.warnings)).toEqual([])
  })
})

test('without a bound for each visitor, those behind a proxy have ten times the tries together', async () => {
  const { mail, sent } = await behindProxy({ limits: { mail: { perClient: 2 } } })
  const headers = { 'x-forwarded-for': stranger }
  await times(40, (n) => mail(`u${n}@people.test`, headers))
  expect(sent).toHaveLength(20)
})

test('a visitor signs in although the trusted proxy names nobody and others used up their tries', async () => {
  const { signIn } = await behindProxy({ trustHost: true })
  await times(120, (n) => signIn(`u${n}`, 'wrong', { 'x-real-ip': stranger }))
  expect((await signIn('ada', 'right', { 'x-real-ip': somebody })).status).toBe(200)
})
