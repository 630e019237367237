import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, mkdtempSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { npm } from './pack.ts'

/** A registry that has these tarballs and nothing else, and lists what it was asked for. */
export interface Registry extends AsyncDisposable {
  url: string
  asked: string[]
}

/** Starts a registry on this machine: it answers what npm asks before it installs a package, and the tarballs. */
export async function startRegistry(tarballs: readonly string[]): Promise<Registry> {
  const asked: string[] = []
  const packages = new Map(tarballs.map((tarball) => [manifestIn(tarball).name, tarball]))
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '').slice(1)
    asked.push(path)
    const [name = ''] = path.split('/-/')
    const tarball = packages.get(name)
    if (!tarball) return response.writeHead(404).end('{}')
    if (path !== name) return response.end(readFileSync(tarball))
    const address = `http://${request.headers.host}/${name}/-/package.tgz`
    response.setHeader('content-type', 'application/json')
    return response.end(JSON.stringify(packument(tarball, address)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Packs packages as they are installed here. */
export function packInstalled(root: string, names: readonly string[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'portico-registry-'))
  const places = names.map((name) => `./node_modules/${name}`)
  npm(root, ['pack', ...places, '--ignore-scripts', '--pack-destination', folder])
  return globSync('*.tgz', { cwd: folder }).map((file) => join(folder, file))
}

function manifestIn(tarball: string): { name: string; version: string } {
  const options = { encoding: 'utf8' } as const
  return JSON.parse(execFileSync('tar', ['-xzOf', tarball, 'package/package.json'], options))
}

/** What a registry says about a package that has one version. */
function packument(tarball: string, address: string): object {
  const manifest = manifestIn(tarball)
  const hash = createHash('sha512').update(readFileSync(tarball)).digest('base64')
  const dist = { tarball: address, integrity: `sha512-${hash}` }
  return {
    name: manifest.name,
    'dist-tags': { latest: manifest.version },
    versions: { [manifest.version]: { ...manifest, dist } },
  }
}
