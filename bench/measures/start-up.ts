import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { median, spread } from '../measure.ts'
import { atMost, type Measure } from '../result.ts'

const dist = new URL('../../dist/', import.meta.url).href
const secret = 'q8Zt4Vn1Xw6Lr0Kd3Jf9Hs5Gp2Mb7Cy-benchmark'
const people = `secret: '${secret}', url: 'https://app.example'`

/** Forty providers that both catalogues have. */
const shared = (
  'atlassian bitbucket box click-up coinbase discord dribbble dropbox eventbrite facebook faceit figma foursquare ' +
  'freshbooks github gitlab google hubspot huggingface instagram kakao line linkedin mailchimp mailru naver netlify ' +
  'notion osu patreon pinterest reddit slack spotify strava threads tiktok trakt twitch twitter'
).split(' ')

const account = "clientId: 'client', clientSecret: 'client-secret'"

/** Each provider from its own file, as the documentation recommends for a few. */
function portico(ids: readonly string[]): string {
  const imports = ids.map((id, n) => `import P${n} from '${dist}providers/${id}.js'`)
  return `${imports.join('\n')}\n${porticoWith(ids.map((_, n) => `P${n}`))}`
}

/** All from the one file that has them all, as it recommends for many. */
function porticoTogether(ids: readonly string[]): string {
  const barrel = readFileSync(new URL('../../src/providers/index.ts', import.meta.url), 'utf8')
  const names = ids.map(
    (id) => new RegExp(` as (\\w+) } from './${id}.ts'`).exec(barrel)?.[1] ?? id,
  )
  return `import { ${names} } from '${dist}providers/index.js'\n${porticoWith(names)}`
}

function porticoWith(names: readonly string[]): string {
  const list = names.map((name) => `${name}({ ${account} })`)
  return `import { Auth } from '${dist}index.js'
    Auth({ providers: [${list}], runtime: { env: {} }, ${people}, logger: { error(error) { throw error } } })`
}

function authJs(ids: readonly string[]): string {
  const imports = ids.map((id, n) => `import P${n} from '@auth/core/providers/${id}'`)
  const list = ids.map((_, n) => `P${n}({ ${account} })`)
  // Auth.js reads its configuration with each request; the first one is the counterpart of `Auth(config)`.
  return `${imports.join('\n')}
    import { Auth } from '@auth/core'
    await Auth(new Request('https://app.example/api/auth/session'),
      { providers: [${list}], secret: '${secret}', trustHost: true, basePath: '/api/auth' })`
}

const betterAuth = `
  import { betterAuth } from 'better-auth'
  const auth = betterAuth({ baseURL: 'https://app.example', secret: '${secret}', telemetry: { enabled: false },
    logger: { disabled: true }, socialProviders: { github: { clientId: 'client', clientSecret: 'client-secret' } } })
  await auth.$context`

const together = 'Portico, 40 providers from porticojs/providers'

/** What each fresh process does. */
export const scripts: Record<string, string> = {
  'bare Node': '',
  'Portico, 1 provider': portico(['tiktok']),
  [together]: porticoTogether(shared),
  'Portico, 40 providers from 40 files': portico(shared),
  'Auth.js, 1 provider': authJs(['tiktok']),
  'Auth.js, 40 providers': authJs(shared),
  'Better Auth, 1 provider': betterAuth,
}

/** Import and set-up in a fresh process, above a process that does nothing. */
export function measureStartUp(rounds: number): Measure {
  const times = new Map(Object.keys(scripts).map((name): [string, number[]] => [name, []]))
  for (let round = 0; round < rounds; round++) {
    for (const [name, script] of Object.entries(scripts)) times.get(name)?.push(run(script))
  }
  const bare = times.get('bare Node') ?? []
  times.delete('bare Node')
  const rows = Array.from(times, ([name, values]) => {
    const above = values.map((value, round) => value - (bare[round] ?? 0))
    return { name, value: median(above), spread: spread(above) }
  })
  const of = (name: string) => rows.find((row) => row.name === name)?.value ?? Number.NaN
  return {
    id: 'start-up',
    title: 'Import and set-up in a fresh process, CPU above bare Node',
    unit: 'ms',
    rows,
    missing: [],
    verdicts: [
      atMost('≤ 15 ms with 1 provider', of('Portico, 1 provider'), 15, 'ms'),
      atMost('≤ 25 ms with 40 providers', of(together), 25, 'ms'),
    ],
  }
}

/** Milliseconds of CPU time of a whole process. */
function run(script: string): number {
  const told = `${script}
    const { user, system } = process.cpuUsage()
    process.stdout.write(String((user + system) / 1000))`
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', told], {
    encoding: 'utf8',
    cwd: new URL('..', import.meta.url),
  })
  return Number(output)
}
