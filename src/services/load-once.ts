/** Loads something when it is first needed, and then never again: repeating an `import()` costs about 9 µs. A failure is tried again. */
// Bundlers then leave out what nobody uses.
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
