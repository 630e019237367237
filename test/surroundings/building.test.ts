import { afterEach, expect, test, vi } from 'vitest'
import { Auth } from '../../src/index.ts'
import GitHub from '../../src/providers/github.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

const phases = [
  ['NEXT_PHASE', 'phase-production-build'],
  ['SVELTEKIT_FORK', 'true'],
] as const

test.each(phases)(
  'an application that a framework builds (%s) reports its problem with the first request',
  async (name, value) => {
    vi.stubEnv(name, value)
    const said: string[] = []
    const logger = {
      error: ({ code }: { code: string }) => void said.push(code),
      warn: (line: string) => void said.push(line),
    }
    // Without any secret, as on the machine that builds.
    const auth = Auth({ providers: [GitHub], runtime: { env: {} }, logger })
    expect(said).toEqual([])
    const response = await auth.handler(new Request('https://app.example/api/auth/session'))
    expect(response.status).toBe(500)
    await auth.session(new Headers())
    expect(said).toEqual(['Configuration'])
  },
)

test('a server says at its start what is wrong', () => {
  const said: string[] = []
  Auth({
    providers: [GitHub],
    runtime: { env: {} },
    logger: { error: ({ code }) => void said.push(code) },
  })
  expect(said).toEqual(['Configuration'])
})
