import type { App } from '../app.ts'
import { configError } from '../config/problems.ts'
import type { AuthConfig } from '../types/config.ts'
import type { Inheritance, Sessions } from './session.ts'

/** Our own sessions and, if the configuration or a part asks for it, those of another library that go on here. */
export function withMigratedSessions(own: Sessions, app: App, written: AuthConfig): Sessions {
  // `Part` of porticojs/method tells the compiler what they take and return.
  return app.config.parts.reduce(
    (sessions, part) =>
      (part.inheritSessions?.(sessions as never, app as never) as Sessions | undefined) ?? sessions,
    fromOption(own, app, written),
  )
}

function fromOption(own: Sessions, app: App, written: AuthConfig): Sessions {
  const inherited = written.session?.fromAuthjs
  if (!inherited) return own
  if (isInheritance(inherited)) return inherited.extend(own, app, written)
  throw configError(
    'session.fromAuthjs',
    '`session.fromAuthjs` is not what `fromAuthjs()` makes',
    "Write `fromAuthjs: fromAuthjs({ since: '2026-11-15' })`, with `import { fromAuthjs } from 'porticojs/authjs'`.",
  )
}

function isInheritance(inherited: object): inherited is Inheritance {
  return 'extend' in Object(inherited)
}
