/** The inspector, found at run time by a name that no bundler sees, so that no bundle holds it; undefined where it cannot be had. */
export async function loadInspector(name = 'portico/inspector'): Promise<unknown> {
  try {
    return await import(
      /* @vite-ignore */ /* webpackIgnore: true */ /* turbopackIgnore: true */ name
    )
  } catch {
    return undefined
  }
}
