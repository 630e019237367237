import type { Received } from './records.ts'
import type { Router } from './router.ts'
import type { EmulatorContext, Platform } from './types.ts'

/** The facts about the emulator for tools that run beside it, such as the inspector. */
export type Overview = {
  readonly platforms: readonly {
    readonly id: string
    /** The hosts that it answers for. */
    readonly hosts: readonly string[]
    readonly personas: readonly { id: string; name: string; note?: string }[]
    /** The failures that can be ordered, by endpoint. */
    readonly faults: readonly { endpoint: string; names: readonly string[] }[]
  }[]
  /** Sign-ins that a platform ended on its own error page, by the first 16 characters of their state. */
  readonly stopped: readonly { flow: string; error: string; advice: string }[]
  /** People's decisions on the consent page, found by the same characters. */
  readonly decided: readonly {
    flow: string
    persona: string
    decision: string
    scopes: readonly string[]
  }[]
}

/** The platforms with their people and failures, and the sign-ins that stopped or were decided there. */
export function overview(
  { state }: EmulatorContext,
  platforms: readonly Platform[],
  router: Router,
): Overview {
  const catalogue = router.catalogue()
  return {
    platforms: platforms.map(({ id, personas, endpoints }) => ({
      id,
      hosts: [...new Set(endpoints.map(({ url }) => new URL(url).host))],
      personas: personas.map(({ id: name, name: shown, note }) => ({
        id: name,
        name: shown,
        ...(note === undefined ? {} : { note }),
      })),
      faults: catalogue
        .filter(({ platform }) => platform === id)
        .map(({ endpoint, faults }) => ({ endpoint, names: faults })),
    })),
    stopped: state.received.filter(({ endpoint }) => endpoint === 'problem').map(stop),
    decided: state.received.filter(({ endpoint }) => endpoint === 'consent').map(decision),
  }
}

function decision({ body }: Received): Overview['decided'][number] {
  const form: Record<string, unknown> = { ...Object(body) }
  const { persona, decision: pressed, scope, request } = form
  const state = new URLSearchParams(String(request)).get('state') ?? ''
  const scopes = [scope ?? []].flat().map(String)
  return { flow: state.slice(0, 16), persona: String(persona), decision: String(pressed), scopes }
}

function stop({ url }: Received): Overview['stopped'][number] {
  const { searchParams } = new URL(url)
  const read = (name: string) => searchParams.get(name) ?? ''
  return { flow: read('flow'), error: read('error'), advice: read('advice') }
}
