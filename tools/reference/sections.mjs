/**
 * What the reference tells, in this order: a heading, a sentence, and the interfaces by file and name, with what stands before each member.
 *
 * @type {readonly { title: string, text: string, interfaces: readonly (readonly [path: string, name: string, prefix?: string])[] }[]}
 */
export const sections = [
  {
    title: 'Options of Auth()',
    text: 'Only `providers` is required. [The guide](configuration.md) says how they work together.',
    interfaces: [['src/types/config.ts', 'AuthConfig']],
  },
  {
    title: 'What Auth() returns',
    text: 'The first argument says who is meant: a `Request`, its `Headers`, anything with headers, or for functions about users an id.',
    interfaces: [['src/auth.ts', 'AuthInstance', 'auth.']],
  },
  {
    title: 'Callbacks',
    text: '[When each runs, and what it gets](callbacks.md).',
    interfaces: [['src/types/config.ts', 'Callbacks', 'callbacks.']],
  },
  {
    title: 'Events',
    text: '[What each gets, and when](callbacks.md#events).',
    interfaces: [['src/types/config.ts', 'Events', 'events.']],
  },
  {
    title: 'Theme',
    text: '[Name, colour, logo](pages.md#name-colour-logo).',
    interfaces: [['src/types/theme.ts', 'Theme', 'theme.']],
  },
  {
    title: 'Limits',
    text: '[What counts as one client](email.md#limits).',
    interfaces: [
      ['src/types/config.ts', 'Limits', 'limits.'],
      ['src/types/config.ts', 'Limit', 'limits.….'],
    ],
  },
  {
    title: 'Options of a platform',
    text: 'They override what [the catalogue](providers/README.md) says about it. [How they are merged](configuration.md#options-over-defaults).',
    interfaces: [['src/types/provider.ts', 'OAuth2Config', 'provider.']],
  },
  {
    title: 'Options of SQL storages',
    text: 'The second argument of `sql()`, `sqlite()`, `postgres()`, `mysql()` and `kysely()`. [Storage](storage.md).',
    interfaces: [['src/storage/sql/sql-storage.ts', 'SqlOptions', 'sql.']],
  },
  {
    title: 'Options of Redis',
    text: 'The second argument of `redis()`. [Redis and Valkey](storage.md#redis-and-valkey).',
    interfaces: [['src/storage/redis.ts', 'RedisOptions', 'redis.']],
  },
  {
    title: 'Options of createClient()',
    text: '[In the browser](browser/README.md).',
    interfaces: [['src/client/index.ts', 'ClientOptions', 'client.']],
  },
  {
    title: 'Functions of the client',
    text: '[Signing in and out](browser/README.md#signing-in-and-out).',
    interfaces: [['src/client/actions.ts', 'Actions', 'client.']],
  },
  {
    title: 'Options of createBrowser()',
    text: '[The browser of your tests](testing.md#the-browser).',
    interfaces: [['src/testing.ts', 'BrowserOptions', 'browser.']],
  },
]
