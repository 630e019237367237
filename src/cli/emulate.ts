import { variableName } from '../config/environment.ts'
import { readAddress } from './address.ts'
import { type Command, defineCommand, seeProviders, unknownName } from './command.ts'
import { portOption, readPort } from './port.ts'

/** Runs the practice platforms alone. */
export const emulate: Command = defineCommand({
  summary: 'Run practice versions of the platforms on this machine',
  about: `It prints variables. Start your application with them, and sign in as anybody. In development you don't need this
command: \`npx porticojs dev\` does it for you. Use it to test a production build, or to share one emulator.`,
  options: {
    platform: {
      type: 'string',
      multiple: true,
      value: '<ids>',
      about: 'tiktok,google,…; by default every platform',
    },
    port: { ...portOption, about: 'the port that it listens on; by default 4100' },
    redirect: {
      type: 'string',
      multiple: true,
      value: '<address>',
      about: `a callback address to register; by default any port of localhost
and 127.0.0.1, http or https, with the path /api/auth/callback/<id>`,
    },
  },
  async run({ values }, { report }) {
    const port = readPort(values.port, 4100)
    const { emulator, pwnedPasswords, turnstile } = await import('../emulator/index.ts')
    const { emulate, practiceIds } = await import('../emulator/platforms/registered-application.ts')
    const every = await practiceIds()
    const chosen = (values.platform ?? []).flatMap((ids) => ids.split(',').map((id) => id.trim()))
    const unknown = chosen.find((id) => !every.includes(id))
    if (unknown !== undefined) throw unknownName('platform', unknown, every, seeProviders)
    for (const one of values.redirect ?? []) readAddress('--redirect', one)
    const callbacks = values.redirect ? { only: values.redirect } : { path: '/api/auth' }
    const played = await Promise.all(
      (chosen.length > 0 ? chosen : every).map(async (id) => ({
        id,
        practice: await emulate(id, callbacks),
      })),
    )
    const platforms = played.flatMap(({ practice }) => practice?.platform ?? [])
    const services = [turnstile(), pwnedPasswords()]
    const { url } = await (await emulator({ platforms: [...platforms, ...services] })).listen({
      port,
    })
    const keys = played.flatMap(({ id, practice }) => keysOf(id, practice?.options))
    const env = { NODE_ENV: 'development', AUTH_EMULATOR: url, ...Object.fromEntries(keys) }
    report({ url, inbox: `${url}/inbox`, env }, instructions(url, played.length, env))
  },
})

/** The variables of the application's keys at a played platform. */
function keysOf(id: string, options: Readonly<Record<string, unknown>> = {}): [string, unknown][] {
  const words: Readonly<Record<string, string>> = { clientId: 'id', clientSecret: 'secret' }
  return Object.entries(options)
    .filter(([, value]) => typeof value === 'string')
    .map(([option, value]) => [variableName(id, words[option] ?? option), value])
}

/** The most variables to print. Development needs none of the keys, because they are made up. */
const fewLines = 12

function instructions(url: string, count: number, env: Readonly<Record<string, unknown>>): string {
  const all = Object.entries(env).map(([name, value]) => `  ${name}=${value}`)
  const shown = all.length > fewLines ? all.slice(0, 2) : all
  return `
  ${count} practice ${count === 1 ? 'platform' : 'platforms'} at ${url}

${shown.join('\n')}

  Start your application with these variables. The emails that it sends are at ${url}/inbox. Stop with Ctrl+C.
`
}
