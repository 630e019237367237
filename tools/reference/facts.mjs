/**
 * What the reference says beyond the comments of the types: defaults, examples, and words where a comment would only repeat the name. They
 * stand here because the package would carry them.
 *
 * @type {Readonly<Record<string, { text?: string, fallback?: string, example?: string }>>}
 */
export const facts = {
  providers: {
    text: 'The ways to sign in. A provider is listed as it is, and takes its keys from the environment, or is called with options.',
    example: "providers: [TikTok, GitHub({ clientId: '…', clientSecret: '…' })]",
  },
  secret: {
    fallback: 'none: production needs one',
    example: "secret: [process.env.NEW_SECRET ?? '', process.env.OLD_SECRET ?? '']",
  },
  url: {
    fallback: 'the origin of the request; production needs an address',
    example: "url: 'https://app.example'",
  },
  basePath: { fallback: '`/api/auth`, or the path of AUTH_URL', example: "basePath: '/auth'" },
  mount: { fallback: 'nothing', example: "mount: '/app'" },
  trustHost: { fallback: 'false; true on Vercel and Cloudflare Pages', example: 'trustHost: true' },
  trustedOrigins: {
    fallback: 'none',
    example:
      "trustedOrigins: ['https://shop.example', { origin: 'https://app.example.com', act: true }]",
  },
  redirectProxyUrl: {
    fallback: 'none',
    example: "redirectProxyUrl: 'https://login.example.com/api/auth'",
  },
  session: {
    text: 'Where sessions are kept, and for how long.',
    fallback: '30 days, renewed once a day; in the database if there is one',
    example: 'session: { maxAge: 7 * 86_400, updateAge: 3_600 }',
  },
  'session.strategy': {
    fallback: '`database` if there is one',
    example: "session: { strategy: 'cookie' }",
  },
  'session.maxAge': { fallback: '30 days', example: 'session: { maxAge: 7 * 86_400 }' },
  'session.updateAge': { fallback: 'one day', example: 'session: { updateAge: 3_600 }' },
  'session.absoluteMaxAge': {
    fallback: '180 days',
    example: 'session: { absoluteMaxAge: 30 * 86_400 }',
  },
  'session.remember': { example: "session: { remember: 'ask' }" },
  'session.check': {
    fallback: 'five minutes',
    example: "session: { strategy: 'cookie', check: 60 }",
  },
  'session.fromAuthjs': {
    fallback: 'none',
    example: "session: { fromAuthjs: fromAuthjs({ since: '2026-11-15' }) }",
  },
  database: {
    fallback: 'none: sessions and tokens live in sealed cookies',
    example: "database: 'file:./auth.db'",
  },
  storage: { fallback: 'none', example: 'storage: memory()' },
  webhooks: { fallback: '`{ endSessions: false }`', example: 'webhooks: { endSessions: true }' },
  account: { fallback: '`{ changeName: true }`', example: 'account: { changeName: false }' },
  'account.changeName': { example: 'account: { changeName: false }' },
  limits: {
    fallback: 'see `Limits`',
    example: 'limits: { mail: { perAccount: 3 }, code: { perClient: 50, seconds: 600 } }',
  },
  clientIp: {
    fallback:
      "with `trustHost`, the last entry of X-Forwarded-For, which our own proxy wrote; otherwise the connection's own, where the framework knows it (`toNode` does)",
    example: "clientIp: (request) => request.headers.get('cf-connecting-ip')",
  },
  callbacks: {
    text: 'Decisions of the application.',
    fallback: 'none',
    example: "callbacks: { signIn: ({ user }) => user.email?.endsWith('@acme.example') === true }",
  },
  events: {
    text: 'What happened.',
    fallback: 'none',
    example: "events: { createUser: ({ user }) => console.log('new:', user.id) }",
  },
  pages: {
    text: 'Pages of the application that replace built-in ones.',
    fallback: 'the built-in pages',
    example: "pages: { signIn: '/login' }",
  },
  theme: {
    text: 'How the built-in pages and mails look.',
    fallback: 'no name and no logo; light or dark as the visitor prefers',
    example: "theme: { name: 'Acme', logo: '/logo.svg', brandColor: '#1b5e20' }",
  },
  language: { fallback: 'English', example: 'language: de' },
  parts: {
    text: 'Capabilities that are no way to sign in. [Write your own](methods.md#a-part).',
    fallback: 'none',
    example: "parts: [Terms({ version: '2' })]",
  },
  languages: { fallback: 'English', example: 'languages: [en, de]' },
  cookies: {
    text: 'Names and reach of the cookies.',
    fallback: "`{ prefix: 'portico' }`",
    example: "cookies: { prefix: 'shop', domain: 'example.com' }",
  },
  'cookies.prefix': { fallback: '`portico`', example: "cookies: { prefix: 'shop' }" },
  'cookies.domain': {
    fallback: 'none: this host only',
    example: "cookies: { domain: 'example.com' }",
  },
  logger: {
    fallback: 'the console',
    example: 'logger: { warn: (message) => console.info(message) }',
  },
  debug: { fallback: 'false', example: 'debug: true' },
  runtime: { fallback: 'what this process has', example: 'runtime: { dev: true }' },
  'runtime.fetch': {
    fallback: 'the global `fetch`',
    example: 'runtime: { fetch: (input, init) => fetch(input, init) }',
  },
  'runtime.outbound': {
    fallback: '`{ timeout: 10_000, size: 1_000_000 }`',
    example: 'runtime: { outbound: { timeout: 5_000 } }',
  },
  'runtime.now': {
    fallback: '`Date.now`',
    example: 'runtime: { now: () => Date.UTC(2030, 0, 1) }',
  },
  'runtime.env': {
    fallback: '`process.env`',
    example: "runtime: { env: { AUTH_SECRET: 'a secret for tests, at least 32 characters' } }",
  },
  'runtime.dev': {
    fallback: 'NODE_ENV is `development` or `test`',
    example: 'runtime: { dev: true }',
  },
  'runtime.emulator': {
    fallback: 'none; in development, platforms without keys are played anyway',
    example: "runtime: { emulator: 'http://127.0.0.1:4100' }",
  },
  'theme.name': { fallback: 'none', example: "theme: { name: 'Acme' }" },
  'theme.logo': { fallback: 'none', example: "theme: { logo: '/logo.svg' }" },
  'theme.logoDark': {
    fallback: '`logo`',
    example: "theme: { logo: '/logo.svg', logoDark: '/logo-dark.svg' }",
  },
  'theme.links': {
    fallback: 'none',
    example:
      "theme: { links: { terms: '/terms', privacy: '/privacy', support: 'mailto:help@example.com' } }",
  },
  'theme.brandColor': {
    text: 'The main button, in pages and emails: `#rgb` or `#rrggbb`.',
    fallback: 'black, and white on dark pages',
    example: "theme: { brandColor: '#1b5e20' }",
  },
  'theme.brandColorDark': {
    fallback: '`brandColor`',
    example: "theme: { brandColor: '#1b5e20', brandColorDark: '#81c784' }",
  },
  'theme.buttonText': {
    text: 'The colour of the text on the main button, if it is readable there.',
    fallback: 'white or black, whichever is readable',
    example: "theme: { buttonText: '#ffffff' }",
  },
  'theme.colorScheme': {
    text: 'Light or dark pages.',
    fallback: '`auto`: the visitor’s preference',
    example: "theme: { colorScheme: 'dark' }",
  },
  'theme.radius': {
    fallback: 'that of the built-in style sheet',
    example: "theme: { radius: '4px' }",
  },
  'theme.font': { fallback: 'the system’s', example: "theme: { font: 'Georgia, serif' }" },
  'theme.css': { fallback: 'nothing', example: "theme: { css: 'h1 { font-weight: 500 }' }" },
  'limits.mail': { example: 'limits: { mail: { perAccount: 3 } }' },
  'limits.code': { example: 'limits: { code: { perClient: 50, seconds: 600 } }' },
  'limits.credentials': { example: 'limits: { credentials: { perAccount: 5 } }' },
  'limits.oauth': { example: 'limits: { oauth: { perClient: 50 } }' },
  'limits.passkey': { example: 'limits: { passkey: { perClient: 100 } }' },
  'limits.guest': { example: 'limits: { guest: { perClient: 100 } }' },
  'limits.deviceCode': { example: 'limits: { deviceCode: { perClient: 100 } }' },
  'limits.deviceUserCode': { example: 'limits: { deviceUserCode: { perAccount: 5 } }' },
  'limits.devicePoll': { example: 'limits: { devicePoll: { perClient: 10_000 } }' },
  'limits.qrCode': { example: 'limits: { qrCode: { perClient: 200 } }' },
  'limits.notice': { example: 'limits: { notice: { perAccount: 3, seconds: 86_400 } }' },
  'limits.gate': { example: 'limits: { gate: { perClient: 50 } }' },
  'gate.timeout': { example: 'Gate(judge, { timeout: 2000 })' },
  'altcha.cost': { example: 'Altcha({ cost: 10_000 })' },
  'altcha.timeout': { example: 'Altcha({ timeout: 2000 })' },
  'turnstile.siteKey': { example: "Turnstile({ siteKey: '0x4AAAAAAA…' })" },
  'turnstile.secretKey': { example: 'Turnstile({ secretKey: env.TURNSTILE_SECRET })' },
  'turnstile.timeout': { example: 'Turnstile({ timeout: 2000 })' },
  'operators.mayImpersonate': {
    fallback: 'nobody may',
    example: 'Operators({ mayImpersonate: (actor) => isAdmin(actor) })',
  },
  'secondFactor.totp': { example: 'SecondFactor({ totp: false })' },
  'secondFactor.passkey': { example: 'SecondFactor({ passkey: false })' },
  'secondFactor.recoveryCodes': { example: 'SecondFactor({ recoveryCodes: 8 })' },
  'secondFactor.trust': { example: "SecondFactor({ trust: '7d' })" },
  'secondFactor.required': {
    fallback: 'nobody must',
    example: 'SecondFactor({ required: ({ user }) => isAdmin(user) })',
  },
  'secondFactor.issuer': { example: "SecondFactor({ issuer: 'Acme' })" },
  'limits.secondFactor': { example: 'limits: { secondFactor: { perAccount: 5 } }' },
  'limits.secondFactorDaily': { example: 'limits: { secondFactorDaily: { perAccount: 20 } }' },
  'factors.asked': { example: 'const { factors: kinds, trust } = await factors.asked()' },
  'factors.answer': { example: "const { url } = await factors.answer({ code: '123456' })" },
  'factors.stepUp': { example: "const { url } = await factors.stepUp({ code: '123456' })" },
  'factors.setUp': { example: 'const { svg, secret, setup } = await factors.setUp()' },
  'factors.confirm': {
    example: "const { recoveryCodes } = await factors.confirm({ setup, code: '123456' })",
  },
  'factors.list': { example: 'const own = await factors.list()' },
  'factors.remove': { example: "await factors.remove('totp')" },
  'factors.renewRecoveryCodes': { example: 'const codes = await factors.renewRecoveryCodes()' },
  'factors.forgetBrowser': { example: "await factors.forgetBrowser('the id of a browser')" },
  'sql.schema': {
    fallback: 'the tables of an Auth.js adapter that are there, otherwise our own names',
    example: "sql(url, { schema: { users: { table: 'people' } } })",
  },
  'sql.encryptTokens': { fallback: 'true', example: 'sql(url, { encryptTokens: false })' },
  'sql.secrets': {
    fallback: 'those of `Auth()`',
    example: "sql(url, { secrets: ['a secret of at least 32 characters …'] })",
  },
  'sql.migrate': {
    fallback: 'only in an embedded database',
    example: 'sql(url, { migrate: true })',
  },
  'sql.connections': { fallback: '10', example: 'sql(url, { connections: 20 })' },
  'sql.timeout': { fallback: '10,000 ms', example: 'sql(url, { timeout: 5_000 })' },
  'sql.retention': { fallback: 'for ever', example: 'sql(url, { retention: 365 })' },
  'sql.now': {
    fallback: '`now` of `Auth()`',
    example: 'sql(url, { now: () => Date.UTC(2030, 0, 1) })',
  },
  'redis.prefix': { fallback: '`portico:`', example: "redis(url, { prefix: '{portico}:' })" },
  'redis.inFrontOf': {
    fallback: 'none: Redis keeps everything',
    example: "redis(url, { inFrontOf: sql('postgres://auth@db.example.com/app') })",
  },
  'redis.encryptTokens': { fallback: 'true', example: 'redis(url, { encryptTokens: false })' },
  'redis.secrets': {
    fallback: 'those of `Auth()`',
    example: "redis(url, { secrets: ['a secret of at least 32 characters …'] })",
  },
  'redis.retention': {
    fallback: 'for ever, but at most 1,000 lines for each user',
    example: 'redis(url, { retention: 365 })',
  },
  'redis.timeout': { fallback: '5,000 ms', example: 'redis(url, { timeout: 2_000 })' },
  'redis.now': {
    fallback: '`now` of `Auth()`',
    example: 'redis(url, { now: () => Date.UTC(2030, 0, 1) })',
  },
  'client.url': {
    fallback: 'the page’s own origin',
    example: "createClient({ url: 'https://api.example.com' })",
  },
  'client.basePath': {
    text: 'Where the routes are.',
    fallback: '`/api/auth`',
    example: "createClient({ basePath: '/auth' })",
  },
  'client.initial': {
    fallback: 'not known yet: the server is asked',
    example: 'createClient({ initial: null })',
  },
  'client.staleTime': { fallback: 'one minute', example: 'createClient({ staleTime: 300_000 })' },
  'client.refreshOnFocus': { fallback: 'true', example: 'createClient({ refreshOnFocus: false })' },
  'testAuth.app': {
    text: 'The application around `auth`, which the browsers visit.',
    fallback: '`auth.handler` alone',
    example:
      'await testAuth({ providers: [TikTok] }, { app: (auth) => (request) => auth.handler(request) })',
  },
  'testAuth.platforms': {
    fallback: 'none: those of the catalogue are known',
    example:
      "await testAuth({ providers: [GitHub] }, { platforms: [github({ personas: [{ id: 'grace', name: 'Grace' }] })] })",
  },
  'testAuth.storage': {
    text: 'False tests without a storage.',
    fallback: '`memory()`, unless the configuration has a storage or a database',
    example: 'await testAuth({ providers: [TikTok] }, { storage: false })',
  },
  'browser.origin': { example: "createBrowser({ origin: 'https://app.test', app })" },
  'browser.app': { example: 'createBrowser({ origin, app: auth.handler })' },
  'browser.basePath': {
    fallback: '`/api/auth`',
    example: "createBrowser({ origin, app, basePath: '/auth' })",
  },
  'browser.atPlatform': {
    fallback: 'none',
    example:
      'createBrowser({ origin, app, atPlatform: (url, choice) => platform.approve(url, choice) })',
  },
  'browser.now': {
    fallback: '`Date.now`',
    example: 'createBrowser({ origin, app, now: platform.clock.now })',
  },
  'browser.phone': { example: 'createBrowser({ origin, app, phone: authenticatorApp() })' },
  'provider.id': {
    text: 'Part of the callback address, and of the names of its variables.',
    fallback: 'that of the platform',
    example: "GitHub({ id: 'work' })",
  },
  'provider.name': {
    text: 'What the button says.',
    fallback: 'that of the platform',
    example: "GitHub({ name: 'GitHub (work)' })",
  },
  'provider.account': {
    text: 'Which tokens are stored with the account.',
    example: 'GitHub({ account: ({ id_token, ...tokens }) => tokens })',
  },
  'provider.allowDangerousEmailAccountLinking': {
    fallback: 'false',
    example: 'GitHub({ allowDangerousEmailAccountLinking: true })',
  },
  'provider.authorization': {
    text: 'Where people are sent, and with which parameters: an address, or `{ url, params }`.',
    fallback: 'that of the platform',
    example: "GitHub({ authorization: { params: { scope: 'read:user user:email repo' } } })",
  },
  'provider.checks': {
    text: 'What is verified besides `state`.',
    example: "GitHub({ checks: ['pkce', 'state'] })",
  },
  'provider.client': {
    fallback: 'that of the platform',
    example: "GitHub({ client: { token_endpoint_auth_method: 'client_secret_post' } })",
  },
  'provider.clientId': {
    text: 'Your key.',
    fallback: '`AUTH_<ID>_ID`',
    example: "GitHub({ clientId: 'my-client', clientSecret: 'my-secret' })",
  },
  'provider.clientSecret': {
    text: 'Your secret.',
    fallback: '`AUTH_<ID>_SECRET`',
    example: "GitHub({ clientId: 'my-client', clientSecret: 'my-secret' })",
  },
  'provider.profile': {
    text: 'Turns the platform’s profile into a user.',
    example: 'GitHub({ profile: ({ id, login }) => ({ id: String(id), name: login }) })',
  },
  'provider.redirectProxyUrl': {
    text: 'As the option of `Auth()`, for one provider.',
    fallback: 'that of `Auth()`',
    example: "GitHub({ redirectProxyUrl: 'https://login.example.com/api/auth' })",
  },
  'provider.style': {
    text: '`{ brandColor, logo }` of the button.',
    fallback: 'the platform’s mark and colour',
    example: "GitHub({ style: { brandColor: '#000000' } })",
  },
  'provider.token': {
    text: 'The token endpoint: an address, or `{ url, params, request, conform }`.',
    fallback: 'that of the platform',
    example: "GitHub({ token: 'https://github.acme.example/login/oauth/access_token' })",
  },
  'provider.userinfo': {
    text: 'The endpoint of the profile, in the same forms.',
    fallback: 'that of the platform',
    example: "GitHub({ userinfo: 'https://github.acme.example/api/v3/user' })",
  },
  'provider.issuer': {
    fallback: 'that of the platform',
    example: "Keycloak({ issuer: 'https://id.acme.example/realms/acme' })",
  },
  'provider.jwks_endpoint': {
    fallback: 'what discovery tells',
    example: "GitHub({ jwks_endpoint: 'https://github.acme.example/keys' })",
  },
  'provider.wellKnown': {
    fallback: 'follows from the issuer',
    example: "GitHub({ wellKnown: 'https://id.acme.example/.well-known/openid-configuration' })",
  },
  'email.id': {
    text: 'Part of the addresses, and of the names of its variables.',
    fallback: 'that of the sender',
    example: "Email({ id: 'newsletter' })",
  },
  'email.name': {
    text: 'What the button says.',
    fallback: 'that of the sender',
    example: "Email({ name: 'Email link' })",
  },
  'email.from': {
    fallback: 'none: some senders need one',
    example: "Email({ from: 'Acme <login@acme.example>' })",
  },
  'email.server': {
    fallback: 'none: SMTP needs one',
    example: "Email({ server: 'smtps://login:password@mail.acme.example' })",
  },
  'email.apiKey': {
    fallback: 'none: senders over HTTP need one',
    example: "Resend({ apiKey: process.env.RESEND_KEY, from: 'login@acme.example' })",
  },
  'email.maxAge': { example: 'Email({ maxAge: 3600 })' },
  'guest.id': {
    text: 'Part of the addresses.',
    fallback: '`guest`',
    example: "Guest({ id: 'visitor' })",
  },
  'guest.name': {
    text: 'The name in lists of providers. The button has words of its own.',
    fallback: '`Guest`',
    example: "Guest({ name: 'Visitor' })",
  },
  'guest.merge': {
    fallback: 'none: the guest is deleted',
    example: "Guest({ merge: ({ from, to }) => console.log(from.id, 'is', to.id, 'now') })",
  },
  'changeEmail.send': {
    fallback: 'as the email provider does',
    example: 'ChangeEmail({ send: ({ to, subject }) => console.log(to, subject) })',
  },
  'accessTokens.scopes': { example: "AccessTokens({ scopes: ['read', 'write'] })" },
  'accessTokens.defaultScopes': {
    fallback: 'none: only people are let in there',
    example: "AccessTokens({ scopes: ['read', 'write'], defaultScopes: ['read'] })",
  },
  'accessTokens.prefix': {
    fallback: '`portico_pat_`',
    example: "AccessTokens({ scopes: ['read'], prefix: 'acme_pat_' })",
  },
  'deviceSignIn.clients': { example: "DeviceSignIn({ clients: { 'acme-tv': 'Acme TV' } })" },
  'deviceSignIn.maxAge': {
    fallback: "`'90d'`",
    example: "DeviceSignIn({ clients: { 'acme-tv': 'Acme TV' }, maxAge: '30d' })",
  },
  'deviceSignIn.prefix': {
    fallback: '`portico_dev_`',
    example: "DeviceSignIn({ clients: { 'acme-tv': 'Acme TV' }, prefix: 'acme_dev_' })",
  },
  'jwt.audience': { example: "Jwt({ audience: 'https://api.example.com' })" },
  'jwt.maxAge': { fallback: "`'5m'`", example: "Jwt({ audience: 'api', maxAge: '60s' })" },
  'jwt.issuer': {
    fallback: 'the address of the routes',
    example: "Jwt({ audience: 'api', issuer: 'https://id.example.com' })",
  },
  'jwt.claims': {
    fallback: 'none',
    example: "Jwt({ audience: 'api', claims: () => ({ role: 'authenticated' }) })",
  },
  'auth.jwt.keys': { example: 'const keys = await auth.jwt.keys()' },
  'auth.jwt.rotate': { example: 'await auth.jwt.rotate()' },
  'auth.devices.end': { example: "await auth.devices.end(request, 'id')" },
  'notices.send': {
    fallback: 'the first provider that sends every email',
    example: 'Notices({ send: ({ to, subject, html }) => queue.add(to, subject, html) })',
  },
  'email.send': {
    text: 'Sends every email in your own way: links to sign in with, and those of parts such as `Notices`.',
    fallback: 'that of the sender',
    example: 'Email({ send: ({ to, subject, html }) => queue.add(to, subject, html) })',
  },
  'email.sendVerificationRequest': {
    text: 'Sends the emails to sign in with, and no others, in your own way.',
    fallback: 'that of the sender',
    example:
      'Email({ sendVerificationRequest: ({ identifier, mail }) => queue.add(identifier, mail.subject, mail.html) })',
  },
  'email.generateVerificationToken': {
    text: 'Makes the secret inside the link. Must have at least 128 bits.',
    fallback: '256 random bits',
    example:
      'Email({ generateVerificationToken: () => crypto.randomUUID() + crypto.randomUUID() })',
  },
  'email.normalizeIdentifier': {
    fallback: 'one plain address in lower case, its domain in ASCII',
    example: 'Email({ normalizeIdentifier: (typed) => typed.trim().toLowerCase() })',
  },
  'email.text': {
    fallback: 'those of the language',
    example: "Email({ text: { subject: (app) => 'Your link to ' + app } })",
  },
  'email.lang': { example: "Email({ lang: 'de', text: { button: 'Los geht es' } })" },
  'email.mail': {
    fallback: 'an email with a link, a code and the theme',
    example:
      "Email({ mail: ({ url, code }) => ({ subject: 'Your code is ' + code, text: url, html: '<b>' + code + '</b>' }) })",
  },
  'credentials.id': {
    text: 'Part of the addresses, and of the ids of its users.',
    fallback: '`credentials`',
    example: "Credentials({ id: 'staff', authorize: () => null })",
  },
  'credentials.name': {
    text: 'What the form is called.',
    fallback: '`Credentials`',
    example: "Credentials({ name: 'Staff', authorize: () => null })",
  },
  'credentials.credentials': {
    fallback: 'no fields',
    example:
      "Credentials({ credentials: { login: { label: 'Name' }, password: { type: 'password' } }, authorize: () => null })",
  },
  'credentials.identifier': {
    example:
      "Credentials({ credentials: { shop: {}, login: {} }, identifier: 'login', authorize: () => null })",
  },
  'credentials.messages': {
    fallback: 'none: every refusal reads alike',
    example:
      "Credentials({ messages: { locked: 'This account is locked.' }, authorize: () => null })",
  },
  'credentials.authorize': {
    fallback: 'none: it must be written',
    example:
      "Credentials({ authorize: ({ login }) => (login === 'ada' ? { id: '1', name: 'Ada' } : null) })",
  },
  'passkey.id': {
    text: 'Part of the addresses.',
    fallback: '`passkey`',
    example: "Passkey({ id: 'key' })",
  },
  'passkey.name': {
    text: 'What the account page calls it.',
    fallback: '`Passkey`',
    example: "Passkey({ name: 'Security key' })",
  },
  'passkey.relayingParty': {
    text: 'The domain, the name and the origins that passkeys belong to. One domain serves its subdomains too.',
    example:
      "Passkey({ relayingParty: { id: 'acme.example', origin: ['https://app.acme.example'] } })",
  },
  'passkey.enableConditionalUI': { example: 'Passkey({ enableConditionalUI: false })' },
  'passkey.timeout': { example: 'Passkey({ timeout: 60_000 })' },
  'passkey.userVerification': { example: "Passkey({ userVerification: 'preferred' })" },
  'passkey.signUp': { example: 'Passkey({ signUp: false })' },
  'passkey.formFields': {
    example: "Passkey({ formFields: { name: { label: 'Name' }, email: { type: 'email' } } })",
  },
  'fromAuthjs.secret': {
    fallback: 'the secret of now',
    example: "fromAuthjs({ since: '2026-11-15', secret: process.env.OLD_SECRET })",
  },
  'fromAuthjs.cookieName': {
    text: 'The name that Auth.js was told: `cookies.sessionToken.name`.',
    fallback: 'the names that Auth.js and NextAuth.js give',
    example: "fromAuthjs({ since: '2026-11-15', cookieName: 'acme.session' })",
  },
  'fromAuthjs.domain': {
    text: 'The domain that Auth.js was told: `cookies.sessionToken.options.domain`.',
    fallback: '`cookies.domain`',
    example: "fromAuthjs({ since: '2026-11-15', domain: 'acme.example' })",
  },
  'fromAuthjs.since': {
    fallback:
      'none: it is required; code written for Auth.js may leave it to AUTH_FROM_AUTHJS_SINCE',
    example: "fromAuthjs({ since: '2026-11-15' })",
  },
  'memory.name': { fallback: 'none', example: "memory({ name: 'second' })" },
  'memory.limit': { fallback: '100,000', example: 'memory({ limit: 1000 })' },
  'memory.now': { fallback: '`Date.now`', example: 'memory({ now: () => 1_700_000_000_000 })' },
  'client.get': { example: 'const { session } = client.get()' },
  'client.subscribe': {
    example: 'const stop = client.subscribe(({ session }) => console.log(session?.user.name))',
  },
  'client.refresh': { example: 'const { session } = await client.refresh()' },
  'client.hydrate': { example: 'client.hydrate(await auth.session(request))' },
  'ceremony.basePath': { example: "await signInWithPasskey({ basePath: '/auth' })" },
  'ceremony.provider': { example: "await signInWithPasskey({ provider: 'key' })" },
  'ceremony.callbackUrl': {
    fallback: 'the start page, `/`',
    example: "const { url } = await signInWithPasskey({ callbackUrl: '/home' })",
  },
  'ceremony.fields': {
    fallback: 'none',
    example: "await createPasskey({ fields: { name: 'Ada' } })",
  },
  'ceremony.signal': {
    fallback: 'none',
    example: 'await autofillPasskey({ signal: AbortSignal.timeout(60_000) })',
  },
  'auth.basePath': { example: 'origin + auth.basePath' },
  'auth.handler': { example: 'const response = await auth.handler(request)' },
  'auth.session': { example: 'const session = await auth.session(request)' },
  'auth.accessToken': { example: "const token = await auth.accessToken(request, 'tiktok')" },
  'auth.requireSession': { example: 'const { user } = await auth.requireSession(request)' },
  'auth.signIn': {
    example:
      "const { url, headers } = await auth.signIn(request, 'tiktok', { callbackUrl: '/home' })",
  },
  'auth.link': {
    example:
      "const { url, headers } = await auth.link(request, 'github', { callbackUrl: '/settings' })",
  },
  'auth.signOut': {
    example: "const { url, headers } = await auth.signOut(request, { callbackUrl: '/' })",
  },
  'auth.accounts.revoke': { example: "await auth.accounts.revoke(request, 'tiktok')" },
  'auth.passkeys.list': { example: 'const passkeys = await auth.passkeys.list(request)' },
  'auth.passkeys.rename': {
    example: "await auth.passkeys.rename(request, 'the id of a passkey', 'My phone')",
  },
  'auth.passkeys.remove': { example: "await auth.passkeys.remove(request, 'the id of a passkey')" },
  'auth.factors.list': { example: 'const own = await auth.factors.list(request)' },
  'auth.factors.setUpTotp': {
    example: 'const { svg, setup } = await auth.factors.setUpTotp(request)',
  },
  'auth.factors.confirmTotp': {
    example: "const codes = await auth.factors.confirmTotp(request, { setup, code: '123456' })",
  },
  'auth.factors.importTotp': {
    example: "await auth.factors.importTotp({ userId: 'the id of a user' }, { secret })",
  },
  'auth.factors.requirePasskey': {
    example: 'const codes = await auth.factors.requirePasskey(request)',
  },
  'auth.factors.remove': { example: "await auth.factors.remove({ userId: 'the id of a user' })" },
  'auth.factors.renewRecoveryCodes': {
    example: 'const codes = await auth.factors.renewRecoveryCodes(request)',
  },
  'auth.factors.forgetBrowser': { example: 'await auth.factors.forgetBrowser(request)' },
  'auth.tokens.list': { example: 'const { tokens, next } = await auth.tokens.list(request)' },
  'auth.tokens.revoke': { example: "await auth.tokens.revoke(request, 'the id of a token')" },
  'auth.guests.sweep': { example: 'const gone = await auth.guests.sweep()' },
  'auth.users.changeEmail': {
    example: "await auth.users.changeEmail(request, { email: 'ada@acme.example' })",
  },
  'auth.users.confirmEmail': {
    example: "await auth.users.confirmEmail(request, { code: '123456' })",
  },
  'auth.accounts.list': { example: 'const accounts = await auth.accounts.list(request)' },
  'auth.accounts.unlink': { example: "await auth.accounts.unlink(request, 'github')" },
  'auth.users.removeWayIn': {
    example: "await auth.users.removeWayIn(request, 'paper', 'paper 7')",
  },
  'auth.sessions.list': { example: 'const sessions = await auth.sessions.list(request)' },
  'auth.sessions.end': { example: "await auth.sessions.end(request, 'the id of a session')" },
  'auth.sessions.endAll': {
    example: 'const ended = await auth.sessions.endAll(request, { keepCurrent: true })',
  },
  'auth.users.update': {
    example: "const user = await auth.users.update(request, { name: 'Ada' })",
  },
  'auth.users.delete': { example: "await auth.users.delete({ userId: 'the id of a user' })" },
  'auth.users.get': { example: 'const user = await auth.users.get(request)' },
  'auth.users.audit': {
    example:
      "const entries = await auth.users.audit({ userId: 'the id of a user' }, { limit: 200 })",
  },
  'callbacks.signIn': {
    example: "callbacks: { signIn: ({ account }) => account.provider === 'tiktok' }",
  },
  'callbacks.redirect': {
    example:
      "callbacks: { redirect: ({ url, baseUrl }) => (url.startsWith('/') ? baseUrl + url : baseUrl) }",
  },
  'callbacks.jwt': {
    example:
      'callbacks: { jwt: ({ token, isNewUser }) => ({ ...token, isNew: isNewUser ?? false }) }',
  },
  'callbacks.session': {
    example: "callbacks: { session: ({ session }) => ({ ...session, plan: 'free' }) }",
  },
  'events.signIn': {
    text: 'Somebody signed in, or connected an account.',
    example: 'events: { signIn: ({ user, isNewUser }) => console.log(isNewUser, user.id) }',
  },
  'events.signOut': {
    text: 'Somebody who was signed in signed out.',
    example: "events: { signOut: ({ session }) => console.log('left:', session?.user.id) }",
  },
  'events.createUser': {
    text: 'A user was stored for the first time.',
    example: "events: { createUser: ({ user }) => console.log('new:', user.id) }",
  },
  'events.updateUser': {
    text: 'What is stored about a user changed.',
    example: "events: { updateUser: ({ user }) => console.log('changed:', user.id) }",
  },
  'events.linkAccount': {
    text: 'An account was stored.',
    example:
      'events: { linkAccount: ({ user, account }) => console.log(user.id, account.provider) }',
  },
  'events.deleteUser': {
    example: "events: { deleteUser: ({ userId }) => console.log('gone:', userId) }",
  },
  'events.unlinkAccount': {
    example: 'events: { unlinkAccount: ({ userId, provider }) => console.log(userId, provider) }',
  },
  'events.revoke': {
    example: 'events: { revoke: ({ userId, provider }) => console.log(userId, provider) }',
  },
  'events.endSession': {
    example: "events: { endSession: ({ userId }) => console.log('signed out:', userId) }",
  },
  'events.endSessions': {
    example: 'events: { endSessions: ({ userId, detail }) => console.log(userId, detail?.count) }',
  },
  'events.session': {
    text: 'A session was read.',
    example: "events: { session: ({ session }) => console.log('seen:', session.user.id) }",
  },
  'events.takeover': {
    example: "events: { takeover: ({ user }) => console.log('delete the password of', user.id) }",
  },
  'events.webhook': {
    example: 'events: { webhook: ({ event, user }) => console.log(user?.id, event.removed) }',
  },
  'client.signIn': { example: "await client.signIn('tiktok', { callbackUrl: '/home' })" },
  'client.link': { example: "await client.link('github', { callbackUrl: '/settings' })" },
  'client.unlink': { example: "await client.unlink('github')" },
  'client.signOut': { example: "await client.signOut({ callbackUrl: '/' })" },
  'client.update': { example: "const session = await client.update({ theme: 'dark' })" },
  'client.accounts': { example: 'const accounts = await client.accounts()' },
  'client.providers': { example: 'const providers = await client.providers()' },
}
