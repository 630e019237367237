import { usefulFirst } from './fault-order.ts'
import { disturbances } from './faults.ts'
import { own } from './own-property.ts'
import { exchangePlace, readExchange, recording } from './request.ts'
import type { EmulatorContext, Endpoint, Exchange, Fault, Platform } from './types.ts'

/** Routes requests to the platforms, and makes them fail. */
export type Router = {
  readonly hosts: ReadonlySet<string>
  /** The platform's answer; `undefined` if the address belongs to no platform. */
  readonly route: (request: Request) => Promise<Response | undefined>
  /** Makes the next answers of an endpoint fail; throws for unknown names. */
  readonly next: (fault: Fault) => void
  /** The failures a person may order, by platform and endpoint; the useful ones first. */
  readonly catalogue: () => readonly { platform: string; endpoint: string; faults: string[] }[]
}

type Row = { readonly platform: Platform; readonly endpoint: Endpoint }

/** A router over the platforms' tables of addresses. */
export function createRouter(context: EmulatorContext, platforms: readonly Platform[]): Router {
  const rows = platforms.flatMap((platform) =>
    platform.endpoints.map((endpoint): Row => ({ platform, endpoint })),
  )
  const owners = new Map(
    rows.map(({ platform, endpoint }) => [new URL(endpoint.url).host, platform]),
  )
  const hosts = new Set(owners.keys())

  const route = async (request: Request): Promise<Response | undefined> => {
    const place = exchangePlace(request, hosts)
    if (!place) return undefined
    const exchange = await readExchange(context, request, place)
    const row = rows.find(({ endpoint }) => matches(endpoint, exchange))
    const platform = row?.platform ?? owners.get(place.url.host)
    if (!platform) return undefined
    const name = row?.endpoint.name ?? 'unknown'
    if (!row?.endpoint.quiet) context.state.received.push(recording(exchange, platform.id, name))
    const truth = async (): Promise<Response> =>
      row ? row.endpoint.answer(exchange) : platform.missing(exchange)
    const fault = takeFault(context, platform.id, name)
    return fault ? disturb(fault, row, exchange, truth) : truth()
  }

  const next = (fault: Fault): void => {
    const known = rows.filter(({ platform, endpoint }) =>
      concerns(fault, platform.id, endpoint.name),
    )
    if (known.length === 0) {
      const names = [...new Set(rows.map(({ endpoint }) => endpoint.name))]
      throw new Error(`No endpoint is called ${fault.endpoint}. There are: ${names.join(', ')}.`)
    }
    if (typeof fault.answer === 'string') {
      const names = known.flatMap(({ endpoint }) => faultNames(endpoint))
      if (!names.includes(fault.answer)) {
        throw new Error(
          `${fault.endpoint} does not fail by ${fault.answer}. It can: ${names.join(', ')}.`,
        )
      }
    }
    context.state.faults.push(fault)
  }

  const catalogue: Router['catalogue'] = () =>
    platforms.flatMap(({ id, endpoints }) => {
      const failing = endpoints.filter(({ faults }) => faults !== undefined)
      return usefulFirst(
        failing.map((endpoint) => ({
          platform: id,
          endpoint: endpoint.name,
          faults: faultNames(endpoint),
        })),
      )
    })

  return { hosts, route, next, catalogue }
}

function matches({ url, methods }: Endpoint, exchange: Exchange): boolean {
  const [address = '', query] = url.split('?')
  const asked = exchange.url.origin + exchange.url.pathname
  const same = address.endsWith('*') ? asked.startsWith(address.slice(0, -1)) : asked === address
  const { searchParams } = exchange.url
  const wanted = [...new URLSearchParams(query)]
  const found = wanted.every(([name, value]) => searchParams.get(name) === value)
  return same && found && methods.includes(exchange.method)
}

function concerns(fault: Fault, platform: string, endpoint: string): boolean {
  return fault.endpoint === endpoint && (fault.platform ?? platform) === platform
}

function faultNames(endpoint: Endpoint): string[] {
  return [...Object.keys(endpoint.faults ?? {}), ...Object.keys(disturbances)]
}

function takeFault(
  { state }: EmulatorContext,
  platform: string,
  endpoint: string,
): Fault | undefined {
  const index = state.faults.findIndex((fault) => concerns(fault, platform, endpoint))
  const fault = state.faults[index]
  if (!fault) return undefined
  const left = (fault.times ?? 1) - 1
  state.faults.splice(index, 1, ...(left > 0 ? [{ ...fault, times: left }] : []))
  return fault
}

async function disturb(
  { answer }: Fault,
  row: Row | undefined,
  exchange: Exchange,
  truth: () => Promise<Response>,
): Promise<Response> {
  if (answer instanceof Response) return answer.clone()
  if (typeof answer === 'function') return answer(exchange)
  const documented = own(row?.endpoint.faults ?? {}, answer)
  const broken = own(disturbances, answer)
  if (documented) return documented(exchange)
  return broken ? broken(exchange, truth) : truth()
}
