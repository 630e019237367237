import { resolve } from 'node:path'
import { defineConfig, type ViteUserConfig } from 'vitest/config'
import { compileCache } from './test/child-env.ts'

/** What is waited for may take its time on a busy machine; Vitest would give it one second, and look every 50 ms. */
const expect = { requireAssertions: true, poll: { timeout: 60_000, interval: 5 } }

/** A test that hangs ends some day; until then, it may be the machine that hangs. */
const patience = { testTimeout: 180_000, hookTimeout: 180_000 }

/** The development tools are found by the name of the package. */
const alias = {
  'porticojs/development': resolve(import.meta.dirname, 'src/development/index.ts'),
  'porticojs/inspector': resolve(import.meta.dirname, 'src/inspector/index.ts'),
}

/** What runs from the sources; `servers` says whether database servers are started. */
const fromSources = (servers: boolean) =>
  ({
    ...{ alias, expect, ...patience },
    provide: { servers },
    env: compileCache,
    setupFiles: 'test/storage/end-servers.ts',
  }) as const

/**
 * `stories` need neither a server nor a browser. Tests that need one say so in their name: `.servers` and `.browser`; what is called
 * `.storages` runs on every storage, and so in `stories` and in `servers`. `package` runs what is packed, installed and bundled; `site`
 * reads the documentation as it is served; `apps` runs the examples in their frameworks; `generators` runs `init` on what generators write;
 * `machines` starts clusters, which takes minutes.
 */
const config: ViteUserConfig = defineConfig({
  test: {
    // Vitest would leave one core to itself, and run on one of two.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'stories',
          ...fromSources(false),
          // Files share the modules that they import: loading them for each file took longer than most tests. No test leaves anything in one.
          isolate: false,
          include: ['test/**/*.test.ts'],
          exclude: [
            'test/{package,apps,site,generators,machines}/**',
            'test/**/*.{servers,browser}.test.ts',
          ],
        },
      },
      {
        test: {
          name: 'machines',
          ...fromSources(true),
          include: ['test/machines/**/*.test.ts'],
        },
      },
      {
        test: {
          name: 'servers',
          ...fromSources(true),
          include: ['test/**/*.{servers,storages}.test.ts'],
        },
      },
      {
        test: {
          name: 'browsers',
          ...fromSources(false),
          include: ['test/**/*.browser.test.ts'],
        },
      },
      {
        test: {
          name: 'package',
          expect,
          ...patience,
          include: ['test/package/**/*.test.ts'],
          globalSetup: 'test/package/install.ts',
        },
      },
      {
        test: {
          name: 'site',
          expect,
          ...patience,
          include: ['test/site/**/*.test.ts'],
          globalSetup: 'test/site/build-once.ts',
          // What a browser paints before it has read a whole page depends on how busy the machine is; a second try is reported.
          fileParallelism: false,
          retry: 1,
        },
      },
      {
        test: {
          name: 'apps',
          expect,
          ...patience,
          include: ['test/apps/**/*.test.ts'],
          globalSetup: 'test/apps/pack-once.ts',
          // Frameworks install and build in hooks, and compile pages while a test waits for them.
          testTimeout: 300_000,
          hookTimeout: 900_000,
        },
      },
      {
        test: {
          name: 'generators',
          expect,
          ...patience,
          include: ['test/generators/**/*.test.ts'],
          globalSetup: 'test/apps/pack-once.ts',
        },
      },
    ],
  },
})

export default config
