/** Sources that become one file, with what they import. */
interface Group {
  name: string
  test: RegExp
}

function group(name: string, folders: Readonly<Record<string, readonly string[]>>): Group {
  const files = Object.entries(folders).map(([folder, names]) => `${folder}/(${names.join('|')})`)
  return { name, test: new RegExp(`/src/(${files.join('|')})\\.ts$`) }
}

/**
 * What is loaded at the same time, and by every application that loads it at all. Node needs time for each file, and a bundler that cannot
 * split puts a function around each: one file of each group makes the bundle of a worker a kilobyte smaller. An earlier group has what a
 * later one imports, too, so the first request does without the OAuth library and without pages.
 */
export const loadedTogether: readonly Group[] = [
  // What other entry points share with them: whoever imports one of these loads no more than before.
  group('targets', { http: ['callback-url'] }),
  group('helpers', {
    crypto: ['compare'],
    http: ['body', 'bounded-fetch', 'respond', 'well-formed-text', 'write-cookies'],
    services: ['numeric-date'],
    sessions: ['own-claims', 'write-ended-sessions'],
  }),
  // With the first request that asks for more than who is there.
  group('requests', {
    app: ['outbound'],
    actions: ['sign-in', 'finish-sign-in', 'sign-out'],
    'methods/oauth': ['method', 'start'],
    router: ['answer'],
    services: ['limits'],
    sessions: ['write-cookie-session'],
  }),
  // With the OAuth library: when somebody comes back, and for tokens.
  group('oauth', {
    'methods/oauth': [
      ...['code', 'finish', 'exchange', 'profile', 'finding', 'platform-client'],
      ...['refresh', 'revoke', 'logout'],
    ],
  }),
  // The same for platforms with id tokens.
  group('open-id', {
    'methods/open-id': [
      'code',
      'id-token',
      'signature',
      'userinfo',
      'par',
      'signed-authentication',
    ],
  }),
  // With the first code that somebody types.
  group('codes', { http: ['typed-code'], pages: ['code-field'] }),
  // With the first page.
  group('pages', {
    pages: ['sign-in-page', 'sign-out-page', 'error-page', 'message-page'],
    responses: ['pages', 'show-sign-in', 'show-sign-out', 'show-error', 'not-configured'],
  }),
]
