import { readFileSync, statSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type ConfigurationHook, withConfigurationHook } from '../config/doctor-hook.ts'
import { knowFrameworkModules } from './application/framework-modules.ts'
import { type Application, judged } from './application/judged.ts'
import { usesPortico } from './application/uses-portico.ts'
import { whyNotRun } from './application/why-not-run.ts'
import { withoutTypeAdvice } from './application/without-type-advice.ts'

export type { Application } from './application/judged.ts'

/** The usual places of the configuration, most usual first. */
const usualFiles = [
  'auth',
  'src/auth',
  'lib/auth',
  'src/lib/auth',
  'src/lib/server/auth',
  'server/auth',
  'server/utils/auth',
  'src/server/auth',
  'src/auth.server',
  'app/auth.server',
  'app/lib/auth.server',
]
  // `init` suggests this name if an application has another auth file.
  .flatMap((file) => [file, file.replace(/auth(?=[^/]*$)/, 'portico')])
  .flatMap((file) => ['ts', 'js', 'mjs'].map((ending) => `${file}.${ending}`))

/** The file that configures the application of a folder, if it is in a usual place. One that uses this package comes first. */
export function usualFile(folder: string): string | undefined {
  const place = (file: string) => join(folder, ...file.split('/'))
  const isFile = (file: string) => statSync(place(file), { throwIfNoEntry: false })?.isFile()
  const there = usualFiles.filter(isFile)
  return there.find((file) => usesPortico(readFileSync(place(file), 'utf8'))) ?? there[0]
}

/**
 * Runs the file that configures an application, and returns what it passed to `Auth()`. Nothing is made up and nothing is served, because
 * the library knows that a command only inspects it.
 */
export async function loadApplication(
  folder: string,
  file: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Application[]> {
  const path = resolve(folder, file)
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) throw new Error(`There is no file ${file}.`)
  if (found.isDirectory()) throw new Error(`${file} is a folder: name the file that calls Auth().`)
  for (const [name, value] of Object.entries(env))
    if (value !== undefined) process.env[name] = value
  const told: Parameters<ConfigurationHook>[] = []
  process.env.PORTICO_DOCTOR = 'true'
  try {
    knowFrameworkModules()
    const load = () => inTime(import(/* @vite-ignore */ pathToFileURL(path).href))
    await withoutTypeAdvice(() => withConfigurationHook((...one) => void told.push(one), load))
  } catch (cause) {
    throw new Error(await whyNotRun({ folder, file, path }, cause), { cause })
  } finally {
    delete process.env.PORTICO_DOCTOR
  }
  if (told.length === 0) throw new Error(noConfiguration(file))
  return told.map(([written, read]) =>
    judged({ folder, file: relative(folder, path), written }, read),
  )
}

/** The milliseconds that an application may take to load: it may wait for a database that never answers. */
const patience = 60_000

async function inTime(loading: Promise<unknown>): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>()
  const late = new Error('it waits for something, and has not finished loading after a minute')
  const timer = setTimeout(() => reject(late), patience).unref()
  await Promise.race([loading, promise]).finally(() => clearTimeout(timer))
}

/** The configuration in the usual file, for commands that can do without it; the reason if the file exists and cannot be run. */
export async function usualApplication(
  folder: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<{ application?: Application | undefined; reason?: string }> {
  const file = usualFile(folder)
  if (!file) return {}
  try {
    const [application] = await loadApplication(folder, file, env)
    return { application }
  } catch (thrown) {
    return {
      reason: thrown instanceof Error ? (thrown.message.split('\n')[0] ?? '') : String(thrown),
    }
  }
}

function noConfiguration(file: string): string {
  return `${file} calls Auth() nowhere while it is loaded.
Name the file that does. Where it is called for each request, as in a worker, pass the address of the running application: npx porticojs doctor http://localhost:3000`
}
