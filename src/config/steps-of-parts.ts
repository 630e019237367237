import type { Part } from './part.ts'

/** The code of sign-ins that take several steps, if a configured part brings it. Only `steps` of porticojs/method is documented. */
export async function loadSteps<Steps extends object>({
  parts,
}: {
  readonly parts: readonly Part[]
}): Promise<Steps | undefined> {
  const steps = await parts.find((part) => part.steps)?.steps?.()
  // All parts bring the same code.
  return steps as Steps | undefined
}
