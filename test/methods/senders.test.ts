import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, test, vi } from 'vitest'
import { resolve } from '../../src/config.ts'
import { emulator } from '../../src/emulator/index.ts'
import { Auth, type AuthConfig } from '../../src/index.ts'
import { methods } from '../../src/methods/built-in-methods.ts'
import Email from '../../src/providers/email.ts'
import ForwardEmail from '../../src/providers/forwardemail.ts'
import Loops from '../../src/providers/loops.ts'
import Mailgun from '../../src/providers/mailgun.ts'
import Nodemailer from '../../src/providers/nodemailer.ts'
import Postmark from '../../src/providers/postmark.ts'
import Resend from '../../src/providers/resend.ts'
import SendGrid from '../../src/providers/sendgrid.ts'
import { memory } from '../../src/storage/memory.ts'
import { createBrowser } from '../../src/testing.ts'
import type { EmailConfig, VerificationRequest } from '../../src/types/email.ts'
import { origin, secret } from '../setup.ts'
import { surroundings } from '../surroundings.ts'

const noon = Date.UTC(2026, 0, 1, 12)
const keys = { apiKey: 'key-123', from: 'hello@acme.test' }
const basic = (pair: string) => `Basic ${Buffer.from(pair).toString('base64')}`
const mail = {
  subject: expect.stringMatching(/^\d{3} \d{3} is your sign-in code for app\.test$/),
  text: expect.stringContaining(`${origin}/api/auth/callback/`),
  html: expect.stringContaining('<!doctype html>'),
}

/** Sends a sign-in mail to Ada through a service that answers with a status. */
async function sendBy(provider: EmailConfig, status = 200, answer = '{}') {
  const requests: { url: string; headers: Headers; body: string }[] = []
  const errors: unknown[] = []
  const auth = Auth({
    providers: [provider],
    storage: memory(),
    secret,
    url: origin,
    runtime: {
      env: { NODE_ENV: 'test' },
      now: () => noon,
      fetch: async (input, init) => {
        requests.push({
          url: String(input),
          headers: new Headers(init?.headers),
          body: String(init?.body),
        })
        return new Response(answer, { status })
      },
    },
    logger: { error: (error) => void errors.push(error) },
  })
  const browser = createBrowser({ origin, app: auth.handler, now: () => noon })
  const form = { email: 'ada@example.com' }
  const response = await browser.submit(`/api/auth/signin/${provider.id}`, form)
  return { response, request: requests[0], errors }
}

const services = [
  {
    provider: Resend(keys),
    url: 'https://api.resend.com/emails',
    headers: { authorization: 'Bearer key-123' },
    body: { from: 'hello@acme.test', to: ['ada@example.com'], ...mail },
  },
  {
    provider: SendGrid(keys),
    url: 'https://api.sendgrid.com/v3/mail/send',
    headers: { authorization: 'Bearer key-123' },
    body: {
      personalizations: [{ to: [{ email: 'ada@example.com' }] }],
      from: { email: 'hello@acme.test' },
      subject: mail.subject,
      content: [
        { type: 'text/plain', value: mail.text },
        { type: 'text/html', value: mail.html },
      ],
      tracking_settings: { click_tracking: { enable: false, enable_text: false } },
    },
  },
  {
    provider: Postmark(keys),
    url: 'https://api.postmarkapp.com/email',
    headers: { 'x-postmark-server-token': 'key-123' },
    body: {
      From: 'hello@acme.test',
      To: 'ada@example.com',
      Subject: mail.subject,
      TextBody: mail.text,
      HtmlBody: mail.html,
      MessageStream: 'outbound',
      TrackLinks: 'None',
    },
  },
  {
    provider: ForwardEmail(keys),
    url: 'https://api.forwardemail.net/v1/emails',
    headers: { authorization: basic('key-123:') },
    body: { from: 'hello@acme.test', to: 'ada@example.com', ...mail },
  },
  {
    provider: Loops({ apiKey: 'key-123', transactionalId: 'abc' }),
    url: 'https://app.loops.so/api/v1/transactional',
    headers: { authorization: 'Bearer key-123' },
    body: {
      transactionalId: 'abc',
      email: 'ada@example.com',
      dataVariables: {
        url: expect.stringContaining(`${origin}/api/auth/callback/loops?`),
        code: expect.stringMatching(/^\d{6}$/),
      },
    },
  },
]

test.each(services)('$provider.name is asked as it documents', async (service) => {
  const { provider, url, headers, body } = service
  const { request, response } = await sendBy(provider)
  expect(response.headers.get('location')).toContain('/verify-request?')
  expect(request?.url).toBe(url)
  expect(Object.fromEntries(request?.headers ?? [])).toMatchObject({
    'content-type': 'application/json',
    ...headers,
  })
  expect(JSON.parse(request?.body ?? '')).toEqual(body)
})

test.each([
  ['US', 'https://api.mailgun.net/v3/mg.acme.test/messages'],
  ['EU', 'https://api.eu.mailgun.net/v3/mg.acme.test/messages'],
] as const)('Mailgun in %s is asked with a form', async (region, url) => {
  const provider = Mailgun({ ...keys, from: 'Acme <hello@mg.acme.test>', region })
  const { request } = await sendBy(provider)
  expect(request?.url).toBe(url)
  expect(request?.headers.get('authorization')).toBe(basic('api:key-123'))
  expect(Object.fromEntries(new URLSearchParams(request?.body))).toEqual({
    from: 'Acme <hello@mg.acme.test>',
    to: 'ada@example.com',
    ...mail,
    'o:tracking-clicks': 'no',
  })
})

test('a service’s refusal is told to the developer, without the key', async () => {
  const echo = `{"message":"bad key key-123"}`
  const { response, errors } = await sendBy(Resend(keys), 403, echo)
  expect(response.headers.get('location')).toContain('error=MailFailed')
  expect(errors).toEqual([
    expect.objectContaining({
      code: 'MailFailed',
      provider: 'resend',
      platform: { error: '403', status: 403, description: '{"message":"bad key …"}' },
    }),
  ])
})

test('braces in a name stay what they are', async () => {
  const { request } = await sendBy(Resend({ ...keys, from: '{apiKey} <hello@acme.test>' }))
  expect(JSON.parse(request?.body ?? '').from).toBe('{apiKey} <hello@acme.test>')
})

test('an application sends by itself, with our mail or its own words', async () => {
  const sent: VerificationRequest[] = []
  const provider = Email({
    sendVerificationRequest: (request) => void sent.push(request),
    lang: 'de',
    text: { subject: (app) => `Anmelden bei ${app}`, button: 'Anmelden' },
  })
  await sendBy(provider)
  expect(sent[0]).toMatchObject({
    identifier: 'ada@example.com',
    provider: { id: 'email' },
    mail: {
      subject: 'Anmelden bei app.test',
      html: expect.stringMatching(/lang="de".*>Anmelden</s),
    },
  })
  expect(sent[0]?.mail.text).toContain(sent[0]?.url)
  expect(sent[0]?.expires).toEqual(new Date(noon + 86_400_000))
})

test('an application writes another mail', async () => {
  const written = { subject: 'Hi', text: 'Hello', html: '<p>Hello' }
  const { request } = await sendBy(Resend({ ...keys, mail: () => written }))
  expect(JSON.parse(request?.body ?? '')).toMatchObject(written)
})

test('a provider of Auth.js sends our mails when it is wrapped', async () => {
  const sent: unknown[] = []
  const theirs = {
    id: 'courier',
    type: 'email' as const,
    name: 'Courier',
    from: 'no-reply@authjs.dev',
    maxAge: 86_400,
    sendVerificationRequest: ({ identifier, provider }: VerificationRequest) =>
      void sent.push([identifier, provider.from, provider.apiKey]),
    options: { apiKey: 'theirs', from: 'hello@acme.test' },
  }
  await sendBy(Email(theirs))
  expect(sent).toEqual([['ada@example.com', 'hello@acme.test', 'theirs']])
})

test('with the emulator every mail goes to its inbox, and nothing has to be configured', async () => {
  const world = await emulator({ platform: 'tiktok' })
  const auth = Auth({
    providers: [Nodemailer],
    storage: memory(),
    secret,
    url: 'http://localhost:3000',
    runtime: {
      env: { NODE_ENV: 'test' },
      emulator: 'http://localhost:4100',
      fetch: (input, init) => world.handler(new Request(input, init)),
    },
  })
  const browser = createBrowser({ origin: 'http://localhost:3000', app: auth.handler })
  await browser.submit('/api/auth/signin/nodemailer', { email: 'ada@example.com' })
  const [received] = world.inbox.messages('ada@example.com')
  expect(received?.subject).toMatch(/^\d{3} \d{3} is your sign-in code for localhost:3000$/)
  await browser.visit(/^http\S+$/m.exec(received?.text ?? '')?.[0] ?? '')
  expect((await browser.session())?.user.email).toBe('ada@example.com')
})

const wrong: Record<string, { config: Partial<AuthConfig>; says: RegExp; field: string }> = {
  'no server': {
    config: { providers: [Email({ from: 'a@b.test' })] },
    says: /AUTH_EMAIL_SERVER/,
    field: 'providers.email.server',
  },
  'no sender': {
    config: { providers: [Email({ server: 'smtp://localhost' })] },
    says: /AUTH_EMAIL_FROM/,
    field: 'providers.email.from',
  },
  'no key': {
    config: { providers: [Resend] },
    says: /AUTH_RESEND_KEY/,
    field: 'providers.resend.apiKey',
  },
  'no storage': {
    config: { providers: [Resend(keys)], storage: undefined as never },
    says: /memory\(\)/,
    field: 'providers.resend',
  },
  'an object that brings no code': {
    config: {
      providers: [{ id: 'x', name: 'X', type: 'email', sendVerificationRequest: () => {} }],
    },
    says: /wrap it: the provider of that type in porticojs\/providers/,
    field: 'providers.x.type',
  },
}

test.each(Object.entries(wrong))(
  '%s is said when the configuration is read',
  (_, { config, says, field }) => {
    const problem = problemOf(config)
    expect(problem).toMatchObject({ code: 'Configuration', field })
    expect(problem?.hint).toMatch(says)
  },
)

function problemOf(config: Partial<AuthConfig>) {
  try {
    resolve(
      {
        secret,
        url: origin,
        providers: [],
        ...config,
        runtime: { env: { NODE_ENV: 'test' }, ...config.runtime },
      },
      methods,
      { ...surroundings, storage: 'storage' in config ? config.storage : memory() },
    )
  } catch (thrown) {
    return thrown as import('../../src/errors.ts').AuthError
  }
  return undefined
}

test('keys, server and sender come from the environment', () => {
  const env = {
    NODE_ENV: 'test',
    AUTH_RESEND_KEY: 'k',
    AUTH_RESEND_FROM: 'a@b.test',
    AUTH_NODEMAILER_SERVER: 'smtp://mail.test',
    AUTH_NODEMAILER_FROM: 'c@d.test',
  }
  const { config } = resolve(
    {
      secret,
      url: origin,
      runtime: { env },
      providers: [Resend, Nodemailer],
    },
    methods,
    { ...surroundings, storage: memory() },
  )
  expect(config.providers.get('resend')).toMatchObject({ apiKey: 'k', from: 'a@b.test' })
  expect(config.providers.get('nodemailer')).toMatchObject({
    server: 'smtp://mail.test',
    from: 'c@d.test',
  })
})

test.each([
  ['says nothing', '', 'Greeting never received'],
  [
    'greets and then says nothing',
    '220 mail.test ESMTP\r\n',
    'The mail server did not answer within 30 s',
  ],
])('sending fails after half a minute if the mail server %s', async (_, greeting, message) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    socket.write(greeting)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const provider = Nodemailer({ server: `smtp://127.0.0.1:${port}`, from: keys.from })
  const sending = sendBy(provider)
  await once(server, 'connection')
  if (greeting) await once(sockets[0] as Socket, 'data')
  await vi.advanceTimersByTimeAsync(30_000)
  const { response, errors } = await sending
  expect(response.headers.get('location')).toContain('error=MailFailed')
  expect(errors).toMatchObject([{ code: 'MailFailed', cause: { message } }])
  vi.useRealTimers()
  for (const socket of sockets) socket.destroy()
  server.close()
})
