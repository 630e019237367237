import { defineConfig, type UserConfig } from 'tsdown'

/** One program. What it shares with Portico (`src/from-portico.ts`) is copied in; the parser is a dependency. */
const config: UserConfig = defineConfig({
  entry: ['src/main.ts'],
  platform: 'node',
  target: 'node22.12',
  fixedExtension: false,
  dts: false,
  deps: { onlyBundle: [] },
  // It is fetched to run once: what is downloaded counts.
  minify: true,
  outputOptions: { comments: false },
  logLevel: 'warn',
  failOnWarn: true,
})

export default config
