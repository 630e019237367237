import { spawn } from 'node:child_process'
import { chmodSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { ClientRequest } from 'node:http'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { development } from '../../src/cli/doctor/deployment/development.ts'
import { findDeployment } from '../../src/cli/doctor/find-deployment.ts'
import { frameworks } from '../../src/cli/init/frameworks.ts'
import { readTemplate } from '../../src/cli/init/template.ts'
import { sql } from '../../src/storage/sql.ts'
import { bareEnv } from '../child-env.ts'
import { applicationFolder, inProduction, sound } from './doctor/applications.ts'
import { behindProxy, listenerOf, proxyTo, serve, serveSecurely } from './doctor/servers.ts'
import { portico } from './typed.ts'

const repository = join(import.meta.dirname, '../..')

/** The configurations that `init` writes, importing this library's sources. A worker's is called by each request. */
const configurations = Object.fromEntries(
  Object.keys(frameworks)
    .filter((name) => name !== 'workers')
    .flatMap((name) =>
      Object.entries(readTemplate(name)?.files ?? {})
        .filter(([, text]) => /\bAuth\(\{/.test(text))
        .map(([path, text]) => [name, [path, withSources(text)] as const]),
    ),
)

function withSources(text: string): string {
  const { exports } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'))
  return text.replace(/'porticojs(\/[^']*)?'/g, (_, door = '') => {
    const provider = door.replace('/providers/', '')
    if (provider !== door) return `'${providerFile(provider)}'`
    const { default: file } = exports[`.${door}`]
    return `'${join(repository, file.replace('./dist/', 'src/').replace(/\.js$/, '.ts'))}'`
  })
}

/** Options of an application with notices, which names nobody who sends them. */
const notices = `database: 'file:./auth.db', parts: [(await import('${join(repository, 'src/parts/notices.ts')}')).Notices()]`

/** Packages of the frameworks, as far as a configuration imports them. */
function frameworkPackages(text: string): Record<string, string> {
  const found = [...text.matchAll(/^import (.*) from '(@?[a-z][^']*)'/gm)]
  return Object.fromEntries(
    found.flatMap(([, imported = '', name = '']) => {
      const names = imported.match(/\w+/g)?.map((one) => `export const ${one} = () => {}`) ?? []
      const place = `node_modules/${name}`
      return [
        [`${place}/package.json`, '{"type":"module","exports":"./index.js"}'],
        [`${place}/index.js`, imported.includes('{') ? names.join('\n') : ''],
      ]
    }),
  )
}

function providerFile(id: string): string {
  return join(repository, `src/providers/${id}.ts`)
}

interface Found {
  check: string
  level: string
  message: string
  fix?: string
}

interface Diagnosis {
  code: number | null
  findings: Found[]
}

function diagnosis(code: number | null, out: string): Diagnosis {
  const { sections } = JSON.parse(out)
  const findings = sections.flatMap(
    ({ results }: { results: { check: string; findings: Found[] }[] }) =>
      results.flatMap(({ check, findings }) => findings.map((finding) => ({ ...finding, check }))),
  )
  return { code, findings }
}

/** Types `npx porticojs doctor …` for a running deployment. */
async function examine(...words: string[]): Promise<Diagnosis> {
  const { code, out } = await portico(['doctor', ...words, '--json'])
  return diagnosis(code, out)
}

const program = join(import.meta.dirname, '../../src/cli/main.ts')

/** Types it in the folder of an application, as a process of its own. */
async function examineFolder(cwd: string, env: NodeJS.Dict<string> = sound, ...words: string[]) {
  const args = ['--disable-warning=ExperimentalWarning', program, 'doctor', '--json', ...words]
  const child = spawn(process.execPath, args, { cwd, env: { ...bareEnv, ...env } })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const [out, error] = await Promise.all([text(child.stdout), text(child.stderr)])
  expect(error).toBe('')
  return { ...JSON.parse(out), ...('error' in JSON.parse(out) ? {} : diagnosis(await ended, out)) }
}

function problems({ findings }: Diagnosis): string[] {
  return findings.flatMap(({ level, check, message }) =>
    level === 'problem' ? `${check}: ${message}` : [],
  )
}

afterEach(() => {
  delete process.env.NODE_TLS_REJECT_UNAUTHORIZED
})

describe('a configuration', () => {
  test('has no problems if it is right, and the callback addresses are listed', async () => {
    const folder = applicationFolder("database: 'file:./auth.db'")
    const { code, findings } = await examineFolder(folder)
    expect(problems({ code, findings })).toEqual([])
    expect(code).toBe(0)
    expect(findings).toContainEqual({
      check: 'callbacks',
      level: 'note',
      message: 'Register at GitHub: https://app.example/api/auth/callback/github',
    })
  })

  test.each([
    ['for development', { NODE_ENV: 'development' }, 'https://your-app.example'],
    ['for production', { ...sound, AUTH_GITHUB_ID: '' }, 'https://app.example'],
  ])('without keys, %s, still lists the callback addresses', async (_, env, place) => {
    const { findings } = await examineFolder(applicationFolder(''), env)
    expect(findings).toContainEqual({
      check: 'callbacks',
      level: 'note',
      message: `Register at GitHub: ${place}/api/auth/callback/github`,
    })
  })

  test.each([
    [
      'a placeholder secret',
      { AUTH_SECRET: 'change-me-change-me-change-me-please' },
      '',
      'secret: A secret is an example',
    ],
    [
      'missing keys',
      { AUTH_GITHUB_SECRET: undefined },
      '',
      'keys: The provider github has no client secret',
    ],
    [
      'an address of this machine',
      { AUTH_URL: 'http://localhost:3000' },
      '',
      'address: The address is http://localhost:3000',
    ],
    [
      'an address without https',
      { AUTH_URL: 'http://app.example' },
      '',
      'address: AUTH_URL is at http://app.example',
    ],
    [
      'no address',
      { AUTH_URL: undefined },
      '',
      'address: The address of the application is not known',
    ],
    [
      'a foreign cookie domain',
      {},
      "cookies: { domain: 'other.example' }",
      'cookies: cookies.domain is other.example',
    ],
    [
      'a misspelt callback',
      {},
      'callbacks: { signin: () => true }',
      'options: There is no callback "signin"',
    ],
    [
      'a folder that is not there',
      {},
      "database: 'file:./data/auth.db'",
      'database: ./data/auth.db cannot be made',
    ],
    [
      'nobody who sends its notices',
      {},
      notices,
      'options: Notices sends mails, and nothing is configured that sends them',
    ],
  ])('with %s is named', async (_mistake, env, options, expected) => {
    const diagnosed = await examineFolder(applicationFolder(options), { ...sound, ...env })
    expect(problems(diagnosed)).toEqual([expect.stringContaining(expected)])
    expect(diagnosed.code).toBe(1)
    for (const { level, fix } of diagnosed.findings) expect(level === 'problem').toBe(Boolean(fix))
  })

  test('for development is told where notices go that nobody sends', async () => {
    const { findings } = await examineFolder(applicationFolder(notices), {
      NODE_ENV: 'development',
    })
    expect(findings).toContainEqual({
      check: 'options',
      level: 'note',
      message: expect.stringContaining("the emulator's inbox while developing"),
    })
  })

  test('is warned about if every user of the machine can read its database', async () => {
    const folder = applicationFolder("database: 'file:./auth.db'")
    const storage = sql(`file:${join(folder, 'auth.db')}`)
    await storage.migrate()
    await storage.close()
    const warned = async () =>
      (await examineFolder(folder)).findings
        .map(({ message }: Found) => message)
        .filter((message: string) => message.includes('can read'))
    expect(await warned()).toEqual([])
    chmodSync(join(folder, 'auth.db'), 0o644)
    expect(await warned()).toEqual(['Every user of this machine can read ./auth.db'])
  })

  test('is noted if its database lacks a column, and the database stays as it is', async () => {
    const folder = applicationFolder("database: 'file:./auth.db'")
    const storage = sql(`file:${join(folder, 'auth.db')}`)
    await storage.migrate()
    await storage.close()
    const database = new DatabaseSync(join(folder, 'auth.db'))
    database.exec('alter table sessions drop column "amr"')
    const diagnosed = await examineFolder(folder)
    expect(problems(diagnosed)).toEqual([])
    expect(diagnosed.findings.map(({ message }: Found) => message)).toContain(
      'It is behind by 1 change, which are made at the first use.',
    )
    const columns = database.prepare("select name from pragma_table_info('sessions')").all()
    expect(columns.map(({ name }) => name)).not.toContain('amr')
    database.close()
  })

  test('beside several versions of the library is named', async () => {
    const old = JSON.stringify({ name: 'porticojs', version: '0.0.7' })
    const folder = applicationFolder('', {
      'node_modules/@team/kit/node_modules/porticojs/package.json': old,
    })
    expect(problems(await examineFolder(folder))).toEqual([
      expect.stringMatching(/^versions: There are several versions of Portico: 0\.0\.7, /),
    ])
  })

  test('on a machine whose clock disagrees with the platform is named', async () => {
    const platform = await serve(() => (_request, response) => {
      response.setHeader('date', new Date(Date.now() + 3_600_000).toUTCString()).end()
    })
    const folder = applicationFolder(`providers: [GitHub({ token: '${platform}/token' })]`)
    expect(problems(await examineFolder(folder))).toEqual([
      expect.stringMatching(/^clock: The clock of 127\.0\.0\.1:\d+ is 3\d{3} seconds ahead/),
    ])
  })

  test('takes its variables from the files that frameworks read, or from the one that is named', async () => {
    const lines = Object.entries(sound).map(([name, value]) => `${name}=${value}`)
    const folder = applicationFolder('', {
      '.env': lines.join('\n'),
      'staging.env': lines.slice(0, -1).join('\n'),
    })
    expect(problems(await examineFolder(folder, {}))).toEqual([])
    expect(problems(await examineFolder(folder, {}, '--env', 'staging.env'))).toEqual([
      'keys: The provider github has no client secret',
    ])
  })

  test('for development may lack what is made up, and nothing is made up by looking', async () => {
    const folder = applicationFolder('')
    const { code, findings } = await examineFolder(folder, { NODE_ENV: 'development' })
    expect([code, problems({ code, findings })]).toEqual([0, []])
    expect(findings.map(({ message }: Found) => message).join()).toContain('while developing')
    expect(existsSync(join(folder, '.portico'))).toBe(false)
  })

  test('is loaded even if it imports what only its bundler finds', async () => {
    const folder = applicationFolder('', {
      'lib/auth.ts': `import { dev } from '$app/env'\nimport 'server-only'\nimport '../auth'\nif (dev) throw new Error('dev')\n`,
    })
    expect(problems(await examineFolder(folder, sound, 'lib/auth.ts'))).toEqual([])
  })

  test('is told every key that it lacks at once', async () => {
    const keyless = { ...sound, AUTH_GITHUB_ID: '', AUTH_GITHUB_SECRET: '' }
    const folder = applicationFolder(
      `providers: [GitHub, (await import('${providerFile('auth0')}')).default]`,
    )
    expect(problems(await examineFolder(folder, keyless))).toEqual([
      'keys: The provider github has no client id',
      'keys: The provider auth0 has no client id',
      'keys: The provider github has no client secret',
      'keys: The provider auth0 needs "issuer"',
      'keys: The provider auth0 has no client secret',
    ])
  })

  test('without the address of its database is told everything else that is wrong as well', async () => {
    const env = { NODE_ENV: 'production' }
    const { findings, code } = await examineFolder(applicationFolder("database: ''"), env)
    expect(problems({ code, findings }).map((line) => line.split(':')[0])).toEqual([
      'options',
      'secret',
      'address',
      'keys',
      'keys',
    ])
    const notes = findings.filter(({ level }: Found) => level === 'note')
    expect(notes.map(({ check }: Found) => check)).toEqual(
      expect.arrayContaining(['mail', 'database', 'stored secrets', 'clock']),
    )
  })

  test('with an option of the wrong kind has no check called good that was not made', async () => {
    const folder = applicationFolder("session: 'jwt' as never")
    const { findings } = await examineFolder(folder, { NODE_ENV: 'production' })
    const found = new Set(findings.map(({ check }: Found) => check))
    const unmade = ['secret', 'address', 'keys', 'mail', 'cookies', 'stored secrets', 'clock']
    expect(unmade.filter((check) => !found.has(check))).toEqual([])
  })

  test('with a sign in the password of its database that ends an address is told to encode it', async () => {
    const folder = applicationFolder("database: 'postgres://app:sec#ret@db.example/app'")
    const diagnosed = await examineFolder(folder)
    expect(problems(diagnosed)).toEqual([expect.stringContaining('password')])
    expect(JSON.stringify(diagnosed)).toContain('# as %23')
    expect(JSON.stringify(diagnosed)).not.toContain('ret@')
  })

  test.each([
    [
      'auth.ts',
      'export const a = 1\n\nexport const b = f({ c: [, )\n',
      /^auth\.ts:3: .*\n.*f\(\{ c/,
    ],
    [
      'auth.mjs',
      'export const a = 1\n\nexport const b = f({ c: [ )\n',
      /^auth\.mjs:3: Unexpected token/,
    ],
    ['auth.ts', `import { none } from '${providerFile('google')}'\n`, /^auth\.ts:1: .*none/],
    [
      'auth.ts',
      `import '${providerFile('gogle')}'\n`,
      /did you mean porticojs\/providers\/google\?/,
    ],
  ])('tells the place of a mistake in %s, and blames no framework', async (...row) => {
    const [file, code, expected] = row
    const { error } = await examineFolder(applicationFolder('', { [file]: code }), sound, file)
    expect(error).toMatch(expected)
    expect(error).not.toContain('framework')
  })

  test('of a package without a type gets no advice of Node about it', async () => {
    const folder = applicationFolder('', { 'package.json': '{}' })
    const { code } = await examineFolder(folder)
    expect(code).toBe(0)
  })

  test('says so if its clock is compared with nothing', async () => {
    const { sections } = await examineFolder(applicationFolder(''), {
      ...sound,
      AUTH_URL: 'nowhere',
    })
    const [{ results }] = sections
    expect(results.find(({ check }: { check: string }) => check === 'clock').findings).toEqual([
      { level: 'note', message: 'Not compared: the configuration is not complete.' },
    ])
  })

  test.each(Object.entries(configurations))(
    'is judged as init writes it for %s',
    async (_, [path, text]) => {
      const folder = applicationFolder('', { [path]: text, ...frameworkPackages(text) })
      if (path !== 'auth.ts') rmSync(join(folder, 'auth.ts'))
      const env = {
        ...sound,
        AUTH_TIKTOK_ID: 'id',
        AUTH_TIKTOK_SECRET: 'secret',
        AUTH_EMAIL_SERVER: 'smtp://localhost',
      }
      expect(problems(await examineFolder(folder, env))).toEqual([])
    },
  )

  test('is refused with a second file, or with a file of variables that is not there', async () => {
    const folder = applicationFolder('', { 'b.ts': 'export {}' })
    expect((await examineFolder(folder, sound, 'auth.ts', 'b.ts')).error).toBe(
      'Only one file can be checked at once, not "b.ts" too',
    )
    expect((await examineFolder(folder, sound, '--env', 'nope.env')).error).toBe(
      'There is no file nope.env.',
    )
  })

  test('is reported as missing if it is nowhere', async () => {
    const folder = applicationFolder('', { 'other.ts': 'export {}' })
    expect((await examineFolder(folder, sound, 'other.ts')).error).toContain('calls Auth() nowhere')
    expect((await examineFolder(folder, sound, 'missing.ts')).error).toContain(
      'There is no file missing.ts. An address begins with http',
    )
  })
})

describe('a deployment', () => {
  test('has no problems if it is right', async () => {
    const origin = await serve((origin) => listenerOf(inProduction({ AUTH_URL: origin })))
    const { code, findings } = await examine(origin)
    expect([code, findings]).toEqual([
      0,
      [
        {
          check: 'callback',
          level: 'note',
          message: `Register at GitHub: ${origin}/api/auth/callback/github`,
        },
      ],
    ])
  })

  test('at another port than AUTH_URL says is named', async () => {
    const origin = await serve(() =>
      listenerOf(inProduction({ AUTH_URL: 'http://127.0.0.1:3000' })),
    )
    expect(problems(await examine(origin))).toContainEqual(
      expect.stringMatching(
        /^public address: .* says that it is at http:\/\/127\.0\.0\.1:3000: AUTH_URL has another port/,
      ),
    )
  })

  test('is named if nothing listens there', async () => {
    expect(problems(await examine('http://127.0.0.1:1'))).toEqual([
      'routes: Nothing listens at http://127.0.0.1:1',
    ])
  })

  test('is named if it speaks http behind TLS', async () => {
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
    const address = { AUTH_URL: '' }
    const inner = await serve(
      () =>
        (...exchange) =>
          listenerOf(inProduction(address))(...exchange),
    )
    const proxy = await serveSecurely(proxyTo([inner]))
    address.AUTH_URL = proxy.replace('https:', 'http:')
    expect(problems(await examine(proxy))).toEqual(
      expect.arrayContaining([
        expect.stringMatching(
          /^public address: .* does not know that something in front of it speaks https/,
        ),
        expect.stringMatching(/^cookies: The cookie portico\.csrf is not Secure/),
      ]),
    )
  })

  test('is named if nobody accepts its certificate', async () => {
    const origin = await serveSecurely((_request, response) => void response.end())
    expect(problems(await examine(origin))).toEqual([expect.stringContaining('The certificate of')])
    const plain = await serve(() => (_request, response) => void response.end())
    const asked = plain.replace('http:', 'https:')
    expect(problems(await examine(asked))).toEqual([`routes: ${asked} does not speak https`])
  })

  test('is named if its framework refuses its own forms, and says how it is told its address', async () => {
    const origin = await serve((origin) => {
      const listener = listenerOf(inProduction({ AUTH_URL: origin }))
      return (request, response) => {
        if (request.method !== 'POST') return listener(request, response)
        response.writeHead(403).end('Cross-site POST form submissions are forbidden')
      }
    })
    const { findings } = await examine(origin)
    expect(findings).toContainEqual({
      check: 'own forms',
      level: 'problem',
      message: expect.stringContaining('"Cross-site POST form submissions are forbidden"'),
      fix: expect.stringContaining('`security.allowedDomains` in Astro'),
    })
  })

  test('with a wrong callback address is named', async () => {
    const origin = await serve((origin) =>
      listenerOf(
        inProduction({ AUTH_URL: origin, AUTH_REDIRECT_PROXY_URL: 'https://old.example/api/auth' }),
      ),
    )
    expect(problems(await examine(origin))).toEqual([
      `callback: GitHub would send people back to https://old.example/api/auth/callback/github, and the callback is at ${origin}/api/auth/callback/github`,
    ])
  })

  test('with a stale clock is named', async () => {
    const origin = await serve((origin) => {
      const listener = listenerOf(inProduction({ AUTH_URL: origin }))
      return (request, response) => {
        response.setHeader('date', new Date(Date.now() - 86_400_000).toUTCString())
        return listener(request, response)
      }
    })
    expect(problems(await examine(origin))).toEqual([
      expect.stringMatching(/^clock: .* 24 hours behind the clock of this machine/),
    ])
  })

  test('is named if its handler is mounted at another path than it expects', async () => {
    const origin = await serve((origin) =>
      listenerOf({ ...inProduction({ AUTH_URL: origin }), basePath: '/auth' }),
    )
    expect(problems(await examine(origin))).toEqual([
      'routes: The handler is mounted at /auth, and expects its routes elsewhere',
    ])
  })

  test('is named if its routes are elsewhere than asked for, and examined there', async () => {
    const origin = await serve((origin) => listenerOf(inProduction({ AUTH_URL: `${origin}/auth` })))
    expect(problems(await examine(`${origin}/login`))).toEqual([
      'routes: The routes are at /auth, not at /login',
    ])
  })

  test('behind a proxy that it does not trust is named', async () => {
    const inner = await serve(() =>
      listenerOf(inProduction({ NODE_ENV: 'development', AUTH_URL: undefined })),
    )
    const proxy = await serve(() =>
      proxyTo([inner], { request: (headers) => headers.set('x-forwarded-host', 'app.example') }),
    )
    expect(problems(await examine(proxy))).toContainEqual(
      expect.stringMatching(/^public address: .* a proxy's headers are not trusted/),
    )
  })

  test('is named if it believes a Host header without a proxy', async () => {
    const origin = await serve(() =>
      listenerOf(inProduction({ AUTH_URL: undefined, AUTH_TRUST_HOST: 'true' })),
    )
    expect(problems(await examine(origin))).toEqual([
      expect.stringContaining('attack: foreign Host: It believes a Host header'),
      expect.stringContaining('attack: foreign X-Forwarded-Host: It believes'),
    ])
  })

  test('is named if its cookies are for another domain', async () => {
    const proxy = await behindProxy(() => ({
      response(headers) {
        const cookies = headers.getSetCookie()
        headers.delete('set-cookie')
        for (const cookie of cookies)
          headers.append('set-cookie', `${cookie}; Domain=other.example`)
      },
    }))
    expect(problems(await examine(proxy))).toContainEqual(
      expect.stringMatching(
        /^cookies: The cookie .* is for other\.example, and browsers at 127\.0\.0\.1 throw it away/,
      ),
    )
  })

  test('behind a cache that forgets what it must not keep is named', async () => {
    const proxy = await behindProxy(() => ({
      response: (headers) => headers.delete('cache-control'),
    }))
    expect(problems(await examine(proxy))).toEqual([expect.stringMatching(/^caches: /)])
  })

  test('is named if its proxy hides where a form comes from', async () => {
    const proxy = await behindProxy((origin) => ({
      request: (headers) => headers.set('origin', origin),
    }))
    expect(problems(await examine(proxy))).toEqual([
      expect.stringMatching(/^attack: foreign Origin: /),
    ])
  })

  test('is named if it follows any callbackUrl', async () => {
    const origin = await serve((origin) =>
      listenerOf(inProduction({ AUTH_URL: origin }, { callbacks: { redirect: ({ url }) => url } })),
    )
    expect(problems(await examine(origin))).toEqual([
      expect.stringMatching(/^attack: foreign callbackUrl: /),
    ])
  })

  test('of two processes that share nothing takes an answer twice, which is named', async () => {
    const proxy = await behindProxy(() => ({}), 2)
    expect(problems(await examine(proxy))).toEqual([expect.stringMatching(/^attack: replay: /)])
  })

  test('is named if it is not configured', async () => {
    const origin = await serve(() => listenerOf(inProduction({ AUTH_SECRET: 'short' })))
    expect(problems(await examine(origin))).toEqual([
      expect.stringContaining('routes: The application refuses'),
    ])
  })

  test('is named if it runs for development where strangers reach it', async () => {
    const keyless = { AUTH_GITHUB_ID: undefined, AUTH_GITHUB_SECRET: undefined }
    const env = { ...keyless, NODE_ENV: 'development', AUTH_URL: undefined }
    const origin = await serve(() => listenerOf(inProduction(env)))
    expect(problems(await examine(origin))).toEqual([])
    const { deployment } = await findDeployment(new URL(origin), undefined)
    if (!deployment) throw new Error('It was not found')
    const named = await development.look({ ...deployment, origin: 'https://app.example' })
    expect(named.map(({ message }) => message)).toEqual([
      'It runs for development, and keeps every sign-in and every email for its inspector',
      'Its platforms are played by the emulator: anybody signs in as anybody',
    ])
  })

  test('is examined even if its headers are called like parts of an object', async () => {
    const emit = ClientRequest.prototype.emit
    // As Node had it before CVE-2026-21710 was mended.
    vi.spyOn(ClientRequest.prototype, 'emit').mockImplementation(function (
      this: ClientRequest,
      event: string | symbol,
      ...values: unknown[]
    ) {
      if (event === 'response') {
        Object.defineProperty(values[0], 'headersDistinct', {
          get() {
            throw new TypeError('dest[field].push is not a function')
          },
        })
      }
      return Reflect.apply(emit, this, [event, ...values])
    })
    const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty']
    const origin = await serve((here) => {
      const listener = listenerOf(inProduction({ AUTH_URL: here }))
      return (request, response) => {
        for (const name of names) response.setHeader(name, ['one', 'two'])
        listener(request, response)
      }
    })
    const { code, findings } = await examine(origin)
    vi.restoreAllMocks()
    expect([code, findings.map(({ level }) => level)]).toEqual([0, ['note']])
    expect(Reflect.get({}, 'one')).toBeUndefined()
  })
})
