import autocannon from 'autocannon'
import { median, spread } from '../measure.ts'
import type { Measure } from '../result.ts'
import { cpuOf, type Served, serve, servers } from '../serve.ts'
import type { Stage } from '../stage.ts'

const connections = 16

/**
 * Session checks over HTTP with 16 connections. The server's CPU time per request decides, because the load comes from the same
 * machine; requests per second by the clock are told beside it.
 */
export async function measureHttp(stage: Stage, rounds: number): Promise<Measure> {
  const served = await Promise.all(servers.map(({ name }) => serve(name, stage.platform)))
  const rates = new Map(served.map(({ name }): [string, number[]] => [name, []]))
  const costs = new Map(served.map(({ name }): [string, number[]] => [name, []]))
  try {
    for (let round = -1; round < rounds; round++) {
      for (const each of served) {
        const { rate, cost } = await load(each)
        // The first round warms up.
        if (round < 0) continue
        rates.get(each.name)?.push(rate)
        costs.get(each.name)?.push(cost)
      }
    }
  } finally {
    for (const { child } of served) child.kill()
  }
  const of = (name: string) => median(costs.get(name) ?? [])
  const clock = (name: string) => median(rates.get(name) ?? [])
  const verdict = (name: string, times: number) => ({
    target: `${name}: ≥ ${times}× Auth.js`,
    reached: `${(of('Auth.js') / of(name)).toFixed(1)}× (by the clock ${(clock(name) / clock('Auth.js')).toFixed(1)}×)`,
    met: of('Auth.js') / of(name) >= times,
  })
  return {
    id: 'http',
    title: `Session check over HTTP, ${connections} connections: CPU of the server per request`,
    unit: 'µs',
    rows: Array.from(costs, ([name, values]) => ({
      name,
      value: median(values),
      spread: spread(values),
      rate: median(rates.get(name) ?? []),
    })),
    missing: [],
    verdicts: [verdict('Portico', 4), verdict('Portico (porticojs/node)', 8)],
  }
}

async function load(served: Served): Promise<{ rate: number; cost: number }> {
  const before = await cpuOf(served)
  const { requests, non2xx, errors } = await autocannon({
    url: `http://127.0.0.1:${served.port}${served.path}`,
    headers: { cookie: served.cookie },
    connections,
    duration: 1,
  })
  if (non2xx > 0 || errors > 0) throw new Error(`${served.name} failed over HTTP`)
  return {
    rate: requests.average,
    cost: ((await cpuOf(served)) - before) / requests.total,
  }
}
