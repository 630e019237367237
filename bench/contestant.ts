import type { RequestListener } from 'node:http'

/** What an application of the benchmark is opened with. */
export interface Settings {
  /** The address of the loopback platform. */
  platform: string
  /** How many providers are configured; people always use the first. */
  providers: number
  /** Characters of additional content in the session cookie. */
  ballast: number
  /** The application adds something to each session that is read, in its own function. */
  sessionCallback?: true
  /** The address of a SQLite file or of a PostgreSQL database that keeps users and sessions; without it they live in a sealed cookie. */
  database?: string
}

/** One step of a sign-in: where the browser goes next, and the cookies that it has then. */
export interface Step {
  location: string
  cookie: string
}

/** An application with sign-in, as one of the contestants builds it. */
export interface App {
  /** Asks the session route who has these cookies; returns the text of the answer. */
  check(cookie: string): Promise<string>
  /** Asks in code, for a request that is already there. Absent where a contestant cannot. */
  read?(request: Request): Promise<unknown>
  /** Asks in code where only the headers of a request are at hand, as in a server component. */
  readHeaders?(headers: Headers): Promise<unknown>
  /** Presses the sign-in button. */
  start(): Promise<Step>
  /** Comes back from the platform. */
  finish(url: string, cookie: string): Promise<Step>
  /** The same application behind `node:http`. */
  listener: RequestListener
}

/** Somebody who can build the application. */
export interface Contestant {
  readonly name: string
  /** The packages it is built from. */
  readonly packages: readonly string[]
  /** `whole`: a library that does all of it. `parts`: libraries and glue. `yardstick`: no library. */
  readonly kind: 'portico' | 'whole' | 'parts' | 'yardstick'
  /** What it cannot do, in words for the table. */
  readonly lacks?: { readonly [What in 'database' | 'ballast' | 'read']?: string }
  open(settings: Settings): Promise<App>
}

/** The address at which people would reach the application. */
export const origin = 'https://app.example'

/** The secret of every application here. */
export const secret = 'q8Zt4Vn1Xw6Lr0Kd3Jf9Hs5Gp2Mb7Cy-benchmark'

/** The ids of so many providers. */
export function providerIds(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `platform${index}`)
}

/** What the application's own function adds to a session. */
export const added = { role: 'reader' }

/** The session content that makes a cookie longer. */
export function ballastOf({ ballast }: Settings): { ballast?: string } {
  return ballast > 0 ? { ballast: 'x'.repeat(ballast) } : {}
}
