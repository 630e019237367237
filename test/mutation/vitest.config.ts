import { resolve } from 'node:path'
import { defineConfig, type ViteUserConfig } from 'vitest/config'
import { readPlan } from './plan.ts'

const root = resolve(import.meta.dirname, '../..')
const { files, records, trials } = readPlan(root)
const position = new Map(files.map((file, index) => [resolve(root, file), index]))

/** The stories of the throwaway copy: the quick ones first, one process, one failure is enough. */
const config: ViteUserConfig = defineConfig({
  root,
  test: {
    include: files,
    runner: resolve(import.meta.dirname, 'runner.ts'),
    bail: records || trials ? 0 : 1,
    fileParallelism: false,
    pool: 'forks',
    reporters: ['json'],
    // With a mutant a story may wait for something that never comes.
    testTimeout: trials ? 10_000 : 30_000,
    hookTimeout: 60_000,
    sequence: {
      sequencer: class {
        shard<T>(all: T): T {
          return all
        }
        sort<T extends { moduleId: string }>(all: T[]): T[] {
          const place = ({ moduleId }: T) => position.get(moduleId) ?? 0
          return all.toSorted((a, b) => place(a) - place(b))
        }
      },
    },
    experimental: { fsModuleCache: true, fsModuleCachePath: resolve(root, 'mutation-cache') },
  },
})

export default config
