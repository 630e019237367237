import type { FlowRecord } from './flow-record.ts'

/** A sign-in as a test: the same person, decision and outcome. The application exports its options as docs/testing.md shows. */
export function asTest(flow: FlowRecord): string {
  const { provider, facts } = flow
  const decision = Object.entries(choice(flow)).map(
    ([name, value]) => `${name}: ${JSON.stringify(value)}`,
  )
  const what = decision.length > 0 ? `, { ${decision.join(', ')} }` : ''
  const start = facts.callback && flow.problem?.code === 'FlowExpired' ? expiredSteps : plainSteps
  return [
    "import { testAuth } from 'porticojs/testing'",
    "import { expect, test } from 'vitest'",
    "import { config } from './auth.ts' // the options of Auth()",
    '',
    `test(${JSON.stringify(`${provider.name}: ${story(flow)}`)}, async () => {`,
    ...start(provider.id, what),
    ...ending(flow),
    '})',
    '',
  ].join('\n')
}

function choice({ facts }: FlowRecord): Record<string, unknown> {
  const { persona, decision = 'allow', scopes = [] } = facts.decided ?? {}
  const declined = facts.sent?.scopes.some((scope) => !scopes.includes(scope)) && scopes.length > 0
  return {
    ...(persona && { as: persona }),
    ...(decision === 'deny' && { deny: true }),
    ...(decision.startsWith('fail:') && { fail: decision.slice(5) }),
    ...(decision === 'allow' && declined && { grant: scopes }),
  }
}

function story({ outcome, problem, facts }: FlowRecord): string {
  if (outcome === 'signed in') return `${facts.decided?.persona ?? 'somebody'} is signed in`
  return problem ? `the sign-in ends with ${problem.code}` : 'the sign-in is not finished'
}

function plainSteps(provider: string, what: string): string[] {
  return [
    '  const { browser } = await testAuth(config)',
    `  const response = await browser.signIn('${provider}'${what})`,
  ]
}

function expiredSteps(provider: string, what: string): string[] {
  return [
    '  const { browser, platform, clock } = await testAuth(config)',
    `  const back = await platform.approve(await browser.start('${provider}')${what})`,
    "  clock.advance('11m')",
    '  const response = await browser.visit(back.href)',
  ]
}

function ending({ outcome, problem, person }: FlowRecord): string[] {
  if (outcome !== 'signed in') {
    const code = problem?.code ?? 'PlatformError'
    return [
      "  const page = new URL(response.headers.get('location') ?? '')",
      `  expect(page.searchParams.get('error')).toBe('${code}')`,
    ]
  }
  const { name, email }: Record<string, unknown> = { ...Object(person?.described) }
  const user = JSON.stringify({ ...(name ? { name } : {}), email: email ?? null })
  return [
    '  expect(response.status).toBe(303)',
    `  expect((await browser.session())?.user).toMatchObject(${user})`,
  ]
}
