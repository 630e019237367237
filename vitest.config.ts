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
