import { defineConfig, type ViteUserConfig } from 'vitest/config'

/** `stories` run from the sources; `package` runs what is packed, installed and bundled. */
const config: ViteUserConfig = defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'stories',
          include: ['test/**/*.test.ts'],
          exclude: ['test/package/**'],
          // Real servers and browsers start slowly on a busy machine; a test that hangs still ends.
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'package',
          include: ['test/package/**/*.test.ts'],
          globalSetup: 'test/package/install.ts',
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})

export default config
