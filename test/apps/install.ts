import {
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { inject } from 'vitest'
import type { Application } from './application.ts'
import { environment, run } from './process.ts'

const examples = join(import.meta.dirname, '../../examples')

/** An example in a folder of its own, with everything that it needs. */
export interface Installed {
  folder: string
  /** The scripts of its package.json. */
  scripts: Record<string, string>
}

/** What npm says when the registry, or the way to it, is at fault, and not what was asked for. */
const unreachable =
  /\b(E404|ETARGET|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ERR_SOCKET_TIMEOUT|EPROTO|E5\d\d|EINTEGRITY|FETCH_ERROR|network)\b/

/**
 * Copies an example and installs it with the packed package in place of the published one. Undefined when it cannot be had, which
 * is said aloud; a package.json that cannot be fulfilled is our own fault, and an error.
 */
export async function install(app: Application): Promise<Installed | undefined> {
  const name = app.name ?? app.example
  const folder = mkdtempSync(join(tmpdir(), `portico-${app.example.replaceAll('/', '-')}-`))
  const notOurs =
    /\/(node_modules|dist|build|\.next|\.nuxt|\.output|\.react-router|\.solid-start|\.svelte-kit|\.wrangler|[^/]*\.db[^/]*)$/
  cpSync(join(examples, app.example), folder, {
    recursive: true,
    filter: (source) => !notOurs.test(source),
  })
  const manifest = withTarball(join(folder, 'package.json'), app.versions)
  for (let attempt = 1; ; attempt++) {
    const options = ['install', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error']
    const { code, output } = await run(['npm', ...options], { cwd: folder, env: environment() })
    const lacking = code === 0 ? packageWithoutPart(folder) : undefined
    if (code === 0 && !lacking) break
    if (!lacking && !unreachable.test(output))
      throw new Error(`npm install of ${name} failed: ${output}`)
    if (!lacking && attempt < 3) continue
    const reason = lacking
      ? `the registry has no part of ${lacking} for this machine`
      : output.trim().split('\n').slice(0, 3).join(' ')
    console.warn(`SKIPPED: ${name}: its packages could not be installed: ${reason}`)
    rmSync(folder, { recursive: true })
    return undefined
  }
  await app.edit?.(folder)
  return { folder, scripts: manifest.scripts }
}

/** What a package calls its part for this machine, or begins to: the C library may follow. */
const machine = `${process.platform}-${process.arch}`

/**
 * A package whose part for this machine is missing. Such parts are optional, so npm leaves out what a registry does not have without a
 * word, and whatever needs the package fails much later.
 */
function packageWithoutPart(folder: string): string | undefined {
  const files = globSync('node_modules/{*,@*/*}/package.json', { cwd: folder })
  const lacking = files.map((file) => {
    const manifest: Partial<Manifest> & Record<'name' | 'version', string> = JSON.parse(
      readFileSync(join(folder, file), 'utf8'),
    )
    const parts = Object.keys(manifest.optionalDependencies ?? {}).filter((part) =>
      part.includes(machine),
    )
    const places = [join(folder, 'node_modules'), join(folder, dirname(file), 'node_modules')]
    const isThere = (part: string) => places.some((place) => existsSync(join(place, part)))
    return parts.length > 0 && !parts.some(isThere)
      ? `${manifest.name}@${manifest.version}`
      : undefined
  })
  return lacking.find((name) => name !== undefined)
}

interface Manifest {
  scripts: Record<string, string>
  dependencies: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

function withTarball(file: string, versions: Record<string, string> = {}): Manifest {
  const manifest: Manifest = JSON.parse(readFileSync(file, 'utf8'))
  if (!manifest.dependencies.porticojs) throw new Error(`${file} does not depend on porticojs`)
  manifest.dependencies.porticojs = `file:${inject('tarball')}`
  for (const [name, version] of Object.entries(versions)) {
    const { dependencies, devDependencies = {} } = manifest
    const group = name in devDependencies ? devDependencies : dependencies
    group[name] = version
  }
  writeFileSync(file, JSON.stringify(manifest, null, 2))
  return manifest
}
