import { resolve } from 'node:path'
import { defineConfig, type ViteUserConfig } from 'vitest/config'

/** What is waited for may take its time on a busy machine; Vitest would give it one second. */
const patience = { poll: { timeout: 20_000 } }

/**
 * `stories` run from the sources; `package` runs what is packed, installed and bundled; `site` reads the documentation as
 * it is served; `apps` runs the examples in their frameworks
 * (`npm run test:frameworks`).
 */
const config: ViteUserConfig = defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'stories',
          alias: {
            'porticojs/development': resolve(import.meta.dirname, 'src/development/index.ts'),
            'porticojs/inspector': resolve(import.meta.dirname, 'src/inspector/index.ts'),
          },
          expect: patience,
          include: ['test/**/*.test.ts'],
          exclude: ['test/package/**', 'test/apps/**', 'test/site/**'],
          // Real servers and browsers start slowly on a busy machine; a test that hangs still ends.
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'package',
          expect: patience,
          include: ['test/package/**/*.test.ts'],
          globalSetup: 'test/package/install.ts',
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'site',
          expect: patience,
          include: ['test/site/**/*.test.ts'],
          globalSetup: 'test/site/build-once.ts',
          // What a browser paints before it has read a whole page depends on how busy the machine is; a second try is reported.
          fileParallelism: false,
          retry: 1,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'apps',
          expect: patience,
          include: ['test/apps/**/*.test.ts'],
          globalSetup: 'test/apps/pack-once.ts',
          // Bundlers and browsers share few cores; one application at a time is faster than all at once.
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 600_000,
        },
      },
    ],
  },
})

export default config
