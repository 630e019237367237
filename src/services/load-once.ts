/** Loads something once, when it is first needed: repeating an `import()` costs about 9 µs. After a failure, the next call tries again. */
// Lets bundlers drop calls whose result is unused.
/* @__NO_SIDE_EFFECTS__ */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined
  return () => {
    loading ??= load().catch((thrown) => {
      loading = undefined
      throw thrown
    })
    return loading
  }
}
