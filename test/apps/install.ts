import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
  const folder = mkdtempSync(join(tmpdir(), `portico-${app.example}-`))
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
    if (code === 0) break
    if (!unreachable.test(output)) throw new Error(`npm install of ${name} failed: ${output}`)
    if (attempt < 3) continue
    const reason = output.trim().split('\n').slice(0, 3).join(' ')
    console.warn(`SKIPPED: ${name}: its packages could not be installed: ${reason}`)
    rmSync(folder, { recursive: true })
    return undefined
  }
  await app.edit?.(folder)
  return { folder, scripts: manifest.scripts }
}

interface Manifest {
  scripts: Record<string, string>
  dependencies: Record<string, string>
  devDependencies?: Record<string, string>
}

function withTarball(file: string, versions: Record<string, string> = {}): Manifest {
  const manifest: Manifest = JSON.parse(readFileSync(file, 'utf8'))
  if (!manifest.dependencies.portico) throw new Error(`${file} does not depend on portico`)
  manifest.dependencies.portico = `file:${inject('tarball')}`
  for (const [name, version] of Object.entries(versions)) {
    const { dependencies, devDependencies = {} } = manifest
    const group = name in devDependencies ? devDependencies : dependencies
    group[name] = version
  }
  writeFileSync(file, JSON.stringify(manifest, null, 2))
  return manifest
}
