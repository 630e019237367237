import { decide } from '../emulator/consent-decision.ts'
import { isLoopback } from '../http/origin.ts'
import { createBrowser } from '../testing.ts'
import { type Command, defineCommand } from './command.ts'

/** Signs in at a development server, for scripts. */
export const signIn: Command = defineCommand({
  summary: 'Sign in at your development server, and print the cookie',
  about: `For scripts, end-to-end tests and coding agents. It goes the whole way through the emulator, so that it works
only where the emulator plays the platform: never in production.`,
  options: {
    as: { type: 'string', value: '<persona>', about: 'ada, noor …; the first one when left out' },
    provider: { type: 'string', value: '<id>', about: 'by default the first platform there is' },
    url: {
      type: 'string',
      value: '<address>',
      about: 'where the application runs; by default AUTH_URL or http://localhost:3000',
    },
  },
  async run({ values }, { env, report }) {
    const address = new URL(values.url ?? env.AUTH_URL ?? 'http://localhost:3000')
    const basePath = address.pathname === '/' ? '/api/auth' : address.pathname.replace(/\/$/, '')
    const base = address.origin + basePath
    const provider = values.provider ?? (await firstPlatform(base))
    const browser = createBrowser({
      origin: address.origin,
      basePath,
      app: (request) => reached(request, address.origin),
      atPlatform: (url) => atEmulator(url, provider, values.as),
    })
    const back = await browser.signIn(provider)
    const session = await browser.session()
    if (!session) throw refused(back, provider)
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    report(
      { provider, url: address.origin, session, cookie },
      `Signed in as ${session.user.name ?? session.user.email ?? session.user.id}.

curl -H 'Cookie: ${cookie}' ${base}/session`,
    )
  },
})

async function firstPlatform(base: string): Promise<string> {
  const response = await reached(new Request(`${base}/providers`), new URL(base).origin)
  const list: Record<string, { type: string }> = response.ok ? await response.json() : {}
  const found = Object.entries(list).find(([, { type }]) => /^(oauth|oidc)$/.test(type))
  if (found) return found[0]
  throw new Error(
    `${base}/providers names no platform (${response.status}). Is that your application?`,
  )
}

async function reached(request: Request, origin: string): Promise<Response> {
  try {
    return await fetch(request, { redirect: 'manual' })
  } catch {
    throw new Error(
      `Nothing answers at ${origin}.\nStart your application with \`npx porticojs dev -- node server.ts\`, or say where it is with --url.`,
    )
  }
}

/** What a person does on the consent page; refused where the platform is a real one. */
async function atEmulator(
  url: string,
  provider: string,
  as: string | undefined,
): Promise<string | Request> {
  if (!isLoopback(new URL(url).hostname)) {
    throw new Error(
      `${provider} is the real platform there, at ${new URL(url).host}. This works with the emulator only, in development.`,
    )
  }
  const browse = (request: Request) => fetch(request, { redirect: 'manual' })
  const answer = await decide(browse, url, as === undefined ? {} : { as })
  return answer.headers.get('location') ?? posted(await answer.text())
}

/** Some platforms answer by a form that submits itself. */
function posted(markup: string): Request {
  const plain = (text = '') =>
    text.replace(/&#(\d+);/g, (_, point) => String.fromCodePoint(Number(point)))
  const [, action] = /<form method="post" action="([^"]+)"/.exec(markup) ?? []
  if (action === undefined) throw new Error('The emulator refused; its own page says why.')
  const fields = [...markup.matchAll(/ name="([^"]*)" value="([^"]*)"/g)]
  const body = new URLSearchParams(fields.map(([, name, value]) => [plain(name), plain(value)]))
  return new Request(plain(action), { method: 'POST', headers: { origin: 'null' }, body })
}

function refused(back: Response, provider: string): Error {
  const location = URL.parse(back.headers.get('location') ?? '', 'http://localhost')
  const code = location?.searchParams.get('error') ?? back.status
  return new Error(
    `The sign-in with ${provider} was refused: ${code}. The application's log says why.`,
  )
}
