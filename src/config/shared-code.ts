import type { Part } from './part.ts'

/** The code that several parts share and no other application ships, if a configured one brings it. */
export async function loadShared<Code extends object>(
  { parts }: { readonly parts: readonly Part[] },
  name: 'steps' | 'sameAnswer',
): Promise<Code | undefined> {
  const code = await parts.find((part) => part[name])?.[name]?.()
  // All parts bring the same code: `Part` says of which name it is the value.
  return code as Code | undefined
}
