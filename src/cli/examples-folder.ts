import { fileURLToPath } from 'node:url'

/** The folder with an example for each framework. This package is two folders up, in the sources and as it ships; the build copies them. */
export function examplesFolder(): string {
  const isSource = import.meta.url.endsWith('.ts')
  return fileURLToPath(
    new URL(isSource ? '../../examples' : '../../dist/examples', import.meta.url),
  )
}
