import { existsSync, readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { defaultBasePath } from '../config/app-address.ts'
import { basePathOf } from './address.ts'
import { listed, readEnvironment } from './application/env-files.ts'
import { packagesIn, readManifest } from './application/manifest.ts'
import { type CliContext, type Command, defineCommand, usageError } from './command.ts'
import { frameworks, frameworksAmong } from './init/frameworks.ts'
import { signInAddress } from './init/sign-in-address.ts'
import { readText } from './read-text.ts'
import { isCode, runProgram } from './run-program.ts'

/** Starts an application for development. */
export const dev: Command = defineCommand({
  summary: 'Start your application for development, without any keys',
  about: `Starts the program that follows -- with NODE_ENV=development. Auth() then needs no keys: it makes a secret, which it
keeps in .portico, and the emulator plays every platform whose keys are missing. A program that Node runs
also gets the variables of .env, .env.development and .env.local; frameworks read these files themselves.`,
  rest: 'node server.ts',
  options: {},
  async run({ rest: [program = '', ...args] }, context) {
    if (context.env.NODE_ENV === 'production') {
      throw new Error('NODE_ENV is production here. Take it out of the environment to develop.')
    }
    if (program === '' || program.startsWith('-'))
      throw usageError(
        `Name the program to start before ${program || 'its words'}: -- node server.ts`,
      )
    assertFile(context.folder, program, args)
    const env = { ...variables(program, args, context), NODE_ENV: 'development' }
    const page = await signInPage(context.folder, args, env)
    if (page) context.note(`Once it runs, sign in at ${page}`)
    return runProgram(program, args, { folder: context.folder, env })
  },
})

/** The address of the sign-in page: by AUTH_URL, else by the application's own files; undefined if neither tells. */
async function signInPage(
  folder: string,
  args: readonly string[],
  { AUTH_URL, PORT }: CliContext['env'],
): Promise<string | undefined> {
  const url = URL.parse(AUTH_URL ?? '')
  if (AUTH_URL && !/^https?:$/.test(url?.protocol ?? '')) return undefined
  if (url) return `${url.origin}${basePathOf(url, defaultBasePath)}/signin`
  const manifest = readManifest(folder)
  const [name = '', ...more] = frameworksAmong(packagesIn(manifest))
  const framework = frameworks[name]
  if (!framework || more.length > 0) return undefined
  const isThere = (file: string) =>
    statSync(join(folder, file), { throwIfNoEntry: false })?.isFile()
  const read = (file: string) => (isThere(file) ? readText(folder, file) : undefined)
  const entry = args.findLast(isCode)
  const { usualFile } = await import('./application.ts')
  const places = { beside: readdirSync(folder), entry, configuration: usualFile(folder) }
  return signInAddress({ framework, manifest, ...places, port: PORT, read })
}

/** The variables of the program. A framework's own tool reads its files itself, and again when they change, so they are left to it. */
function variables(
  program: string,
  args: readonly string[],
  { env, folder, note }: CliContext,
): CliContext['env'] {
  const mode = 'development'
  const read = readEnvironment(folder, { env: { ...env, NODE_ENV: mode }, mode })
  const namesOwn = args.some((word) => word.startsWith('--env-file'))
  if (namesOwn || (read.isReadByTool && program !== 'node')) return env
  if (read.files.length > 0) note(`Variables of ${listed(read.files)} are set.`)
  return read.env
}

/** Names a missing file briefly, before Node would at length. */
function assertFile(folder: string, program: string, args: readonly string[]): void {
  const file = args.find((word) => !/^--(watch$|no-|enable-|inspect|.*=)/.test(word))
  if (program !== 'node' || !file || file.startsWith('-')) return
  const [path] = ['', '.js', '.mjs', '.cjs'].flatMap((ending) => {
    const place = resolve(folder, file + ending)
    return existsSync(place) ? place : []
  })
  // Node runs a folder by its package.json or its index.js.
  const isEmpty = (place: string) =>
    statSync(place).isDirectory() &&
    !['package.json', 'index.js'].some((name) => existsSync(join(place, name)))
  if (path && !isEmpty(path)) return
  const found = path ? `${file} is a folder` : `There is no file ${file} here`
  throw new Error(`${found}: name the file that starts your application.`)
}
