import type { DefaultTheme, MarkdownEnv } from 'vitepress'

/** How the search ranks what it finds; the same when the index is made and when it is asked. */
export const searchOptions: NonNullable<DefaultTheme.LocalSearchOptions['miniSearch']> = {
  searchOptions: {
    boost: { title: 8, titles: 2, text: 1 },
    // A word of one or two letters begins too many others.
    prefix: (term: string) => term.length > 2,
    // Short words are spelled right, or mean another one: "next" is not "text".
    fuzzy: (term: string) => (term.length > 5 ? 0.15 : false),
    // VitePress hands this function to the browser as text, so that what it needs stands inside.
    processTerm: (term: string) => {
      // What people type, and the words of the page that answers.
      const table = [
        'login signin: sign',
        'logout signout logoff: sign out',
        'register registration signup: password sign up',
        '2fa mfa totp otp two-factor authenticator: second factor',
        'captcha bots bot spam: robots',
        'brute ddos: rate limits',
        'loop infinite mismatch stuck invalid_client persisting persist working works broken fails failing safari issue problem why logged: troubleshooting',
        'organizations organization organisation teams team tenants tenant saml scim ldap sms number whatsapp mongodb mongo dynamodb payments stripe dashboard components: does not',
        'component: show signed',
        'domain: subdomains',
        'dark: theme',
        'german french spanish arabic chinese japanese i18n rtl: language',
        'invite: invitations',
        'offline: without keys',
        'neon supabase: postgresql',
        'recovery: lost phone',
        'gdpr: delete',
        'typescript: types',
        'roles rbac permissions: role',
        'sso: identity server',
        'mock fake: develop without keys',
        'middleware: protect every',
        'get: show',
        'preview: previews deployments',
        'remix: react router',
        'bun: elysia',
        'webauthn fido fido2: passkeys',
        'ban: block',
        'graphql: protect api',
        'denied: troubleshooting',
        'nextauth: auth js move',
        'ios android iphone: native',
        'privacy imprint terms: theme logo',
        'current whoami: who signed',
        'timeout ttl lifetime: expires long',
        'throttle throttling 429 too: rate limits',
        'picker chooser: choose several',
        'turso libsql: sqlite',
        'angular spa jquery: in browser',
        'cors: another origin',
        'environment: configuration',
        'passwordless: magic link',
        'csrf: security',
        'face touch fingerprint biometric biometrics: passkeys passkey',
        'arrive arrives sent delivered receive received: mails arrive troubleshooting',
        'cli: terminal device',
        'expired: refresh tokens',
        'smart: television',
        'nextjs: next js',
        'reactjs: react',
        'vuejs: vue',
        'nestjs: nest',
        'expressjs: express',
        'nodejs: node',
      ]
      const word = term.toLowerCase()
      // They stand in every text, and say nothing about one.
      if (
        ['a', 'an', 'and', 'by', 'do', 'how', 'i', 'my', 'not', 'of', 'the', 'to', 'with'].includes(
          word,
        )
      )
        return null
      const row = table.find((each) => each.split(':')[0]?.split(' ').includes(word))
      return row ? [word, ...(row.split(': ')[1]?.split(' ') ?? [])] : word
    },
    // A task answers a question; a page answers more of it than one of its sections; the reference answers who knows the name, and the
    // list of attacks who knows their number.
    boostDocument: (id: string, _term: string, stored?: Record<string, unknown>) => {
      const boosts = [
        ['/tasks/', 1.6],
        ['/reference', 0.4],
        ['/known-attacks', 0.2],
      ] as const
      const page = boosts.find(([place]) => id.includes(place))?.[1] ?? 1
      return page * (Array.isArray(stored?.titles) && stored.titles.length > 0 ? 1 : 1.3)
    },
  },
}

/** Pages that would hide the others: whoever looks for these names finds them by the sidebar. */
const left = /^(?:api|changelog|conformance|mutation|bench\/|examples\/)/

/** What of a page can be found. */
export function sectionsToIndex(
  source: string,
  env: MarkdownEnv,
  markdown: { render(source: string, env: MarkdownEnv): string },
): string {
  const { relativePath: path } = env
  if (left.test(path)) return ''
  const isPlatform = path.startsWith('providers/') && path !== 'providers/index.md'
  return markdown.render(isPlatform ? tellingSections(source) : source, env)
}

/** All platforms have the same sections; only their names tell them apart, and the words of their errors. */
function tellingSections(source: string): string {
  const [opening = '', ...sections] = source.split(/\n(?=## )/)
  return [opening, ...sections.filter((section) => section.startsWith('## When it fails'))].join(
    '\n',
  )
}
