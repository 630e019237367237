import fc from 'fast-check'

// Other examples every time. A failure tells the seed that it came from; FAST_CHECK_SEED tries the same ones again.
const { FAST_CHECK_SEED: seed } = process.env

fc.configureGlobal({
  ...(seed && { seed: Number(seed) }),
  // An example that a story cannot use (`fc.pre`) is replaced; if fewer than one in five can be used, the story fails.
  maxSkipsPerRun: 4,
})
