// Everything that is written from something else: `node tools/generate.mjs` writes it, `--check` says what is out of date. Each generator
// works when it is loaded, reads `--check` itself, and can be run alone: `node tools/marks.mjs`.

/** In this order: a generator may read what an earlier one wrote. */
const generators = [
  'marks',
  'providers',
  'provider-docs',
  'page-modules',
  'diagrams',
  'samples',
  'comparison',
  'reference',
  'llms',
  'api',
]

for (const name of generators) await import(`./${name}.mjs`)
