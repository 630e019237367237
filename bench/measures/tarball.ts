import { execFileSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'

const root = join(import.meta.dirname, '../..')

/** A portion of what npm downloads. */
export interface Portion {
  name: string
  files: number
  /** As they lie on the disk. */
  bytes: number
  /** By how much the download shrinks without them. */
  packed: number
}

/** The packed package and what is in it, largest first. A chunk counts as of the room that most of its sources are in. */
export function weighTarball(): { bytes: number; portions: Portion[] } {
  const folder = mkdtempSync(join(tmpdir(), 'portico-tarball-'))
  const options = ['--ignore-scripts', '--loglevel=error', '--pack-destination', folder]
  execFileSync('npm', ['pack', ...options], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
  const [packed = ''] = globSync('*.tgz', { cwd: folder })
  const tarball = readFileSync(join(folder, packed))
  rmSync(folder, { recursive: true })
  const entries = entriesOf(gunzipSync(tarball))
  const whole = compressed(entries)
  const portions = Map.groupBy(entries, portionOf)
    .entries()
    .map(([name, inside]) => ({
      name,
      files: inside.length,
      bytes: inside.reduce((sum, { size }) => sum + size, 0),
      packed: whole - compressed(entries.filter((entry) => portionOf(entry) !== name)),
    }))
  return {
    bytes: tarball.length,
    portions: [...portions].sort((a, b) => b.packed - a.packed),
  }
}

interface Entry {
  path: string
  size: number
  /** The file with its header, as it stands in the archive. */
  block: Uint8Array
}

const sector = 512

/** The files of an archive, in the order in which they are packed: each has a header, and both end at a full sector. */
function entriesOf(archive: Buffer): Entry[] {
  const entries: Entry[] = []
  for (let start = 0; archive[start]; ) {
    const text = (from: number, to: number) =>
      archive.toString('utf8', start + from, start + to).replace(/\0.*/s, '')
    const size = Number.parseInt(text(124, 136), 8)
    const end = start + sector * (1 + Math.ceil(size / sector))
    const path = text(0, 100).replace(/^package\//, '')
    entries.push({ path, size, block: archive.subarray(start, end) })
    start = end
  }
  return entries
}

function compressed(entries: readonly Entry[]): number {
  return gzipSync(Buffer.concat(entries.map(({ block }) => block)), { level: 9 }).length
}

function portionOf({ path }: Entry): string {
  if (path.endsWith('.d.ts')) return 'declarations'
  const [top = '', folder = '', file] = path.split('/')
  if (top !== 'dist') return folder ? top : path
  if (!file) return 'doors'
  return folder === 'chunks' ? roomOf(`${folder}/${file}`) : folder
}

const sources: Record<string, string[]> = JSON.parse(
  readFileSync(join(root, 'dist/sources.json'), 'utf8'),
)

function roomOf(file: string): string {
  const rooms = (sources[file] ?? []).map((source) => source.split('/')[1] ?? '')
  const counted = Map.groupBy(rooms, (room) => room).entries()
  const [largest] = [...counted].sort(([, a], [, b]) => b.length - a.length)
  return file.includes('_core') ? 'core' : (largest?.[0] ?? 'bridges between chunks')
}
