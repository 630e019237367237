import type { AuthConfig } from '../types/config.ts'

const optionNames: Record<keyof AuthConfig, true> = {
  providers: true,
  secret: true,
  url: true,
  basePath: true,
  trustHost: true,
  trustedOrigins: true,
  redirectProxyUrl: true,
  session: true,
  database: true,
  storage: true,
  adapter: true,
  webhooks: true,
  limits: true,
  clientIp: true,
  callbacks: true,
  events: true,
  pages: true,
  theme: true,
  language: true,
  cookies: true,
  logger: true,
  debug: true,
  fetch: true,
  outbound: true,
  now: true,
  env: true,
  emulator: true,
}

/** Options that nobody reads: slips of the pen, or another library's. TypeScript sees most of them, but not all. */
export function unknownOptions(config: object): string[] {
  return Object.keys(config).filter((name) => !Object.hasOwn(optionNames, name))
}
