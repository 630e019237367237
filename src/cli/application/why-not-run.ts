import { spawnSync } from 'node:child_process'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { nearest } from '../../config/did-you-mean.ts'

/** A file to run: as it was typed, and its full path. */
interface Run {
  readonly folder: string
  readonly file: string
  readonly path: string
}

/** Explains why the file that configures an application could not be run: by its own mistake, or for lack of its framework. */
export async function whyNotRun(run: Run, cause: unknown): Promise<string> {
  const { file } = run
  const why =
    cause instanceof Error
      ? cause.message
      : `it throws ${typeof cause === 'string' ? cause : 'no error'}`
  if (cause instanceof Error && 'hint' in cause) return `${file}: ${why}\n${cause.hint}`
  const code = cause instanceof Error && 'code' in cause ? cause.code : ''
  if (code === 'ERR_UNKNOWN_FILE_EXTENSION')
    return `${file} cannot be run by Node ${process.versions.node}: ${file.endsWith('ts') ? 'TypeScript takes Node 22.18 or newer' : 'name a .ts, .js or .mjs file'}.`
  const [, missing] =
    /^Cannot find (?:package|module) '((?:@[\w-][\w.-]*\/)?[\w-][\w.-]*)'/.exec(why) ?? []
  if (missing)
    return `${file} needs the package ${missing}, which is not installed here: npm install ${missing}`
  if (cause instanceof SyntaxError) return mistakeIn(run, cause)
  const provider = /[\\/]providers[\\/]([\w-]+)\.[jt]s' imported from/.exec(why)?.[1]
  if (code === 'ERR_MODULE_NOT_FOUND' && provider) return unknownProvider(file, provider)
  return `${file} cannot be run outside its framework: ${why}\nStart the application, and pass its address instead: npx porticojs doctor http://localhost:3000`
}

/** A syntax error in the parser's words, with its place, the line and a pointer. */
function mistakeIn({ folder, file, path }: Run, { message, stack = '' }: SyntaxError): string {
  const place = placeIn(stack) ?? placeIn(saidByParser(path))
  if (!place) return `${file} cannot be read: ${message}`
  const shown = [place.code, place.pointer].filter((line) => line.trim() !== '')
  return [`${relative(folder, place.path)}:${place.line}: ${message}`, ...shown].join('\n  ')
}

/** The place that the beginning of a stack names: the file and the line number, the code, and a pointer. */
function placeIn(stack: string) {
  const [found, where = '', line = ''] = /^(.+):(\d+)\r?\n/.exec(stack.trimStart()) ?? []
  if (!found) return undefined
  const [code = '', pointer = ''] = stack.trimStart().slice(found.length).trimStart().split('\n')
  return { path: where.startsWith('file:') ? fileURLToPath(where) : where, line, code, pointer }
}

/** Only printing reveals the place of a syntax error in JavaScript, so another Node checks the file. Nothing is run. */
function saidByParser(path: string): string {
  return spawnSync(process.execPath, ['--check', path], { encoding: 'utf8' }).stderr
}

async function unknownProvider(file: string, id: string): Promise<string> {
  const { catalogue } = await import('../providers/catalogue.ts')
  const meant = nearest(
    id,
    catalogue().map((entry) => entry.id),
  )
  const hint = meant ? `did you mean porticojs/providers/${meant}?` : 'see npx porticojs providers.'
  return `${file} imports porticojs/providers/${id}, which there is not: ${hint}`
}
