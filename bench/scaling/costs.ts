import { readFileSync } from 'node:fs'
import type { Line } from '../load/line.ts'

interface Measured {
  measures: { id: string; rows: { name: string; value: number }[] }[]
}

/** What one operation takes: microseconds of the application, and of each server that works for it. */
export interface Cost {
  application: number
  servers: Readonly<Record<string, number>>
}

/** A way to keep sessions, with what its two operations take. */
export interface Costs {
  session: Cost
  signIn: Cost
}

const bench: Measured = read('latest.json')
const load: { lines: Line[] } = read('load.json')

/** What somebody needed in a measure of `npm run bench`. */
export function measured(id: string, who = 'Portico'): number {
  const rows = bench.measures.find((measure) => measure.id === id)?.rows
  return rows?.find(({ name }) => name === who)?.value ?? Number.NaN
}

/** A line of `npm run bench:load`. */
export function lineOf(database: string, what: Line['what'], connections: number) {
  return load.lines.find(
    (each) => each.database === database && each.what === what && each.connections === connections,
  )
}

/** Of values by number of users, that of the most. */
export function ofMost(values: Record<number, number> = {}): number {
  return Object.values(values).at(-1) ?? Number.NaN
}

/** The databases in which users can be kept. */
export const databases = ['SQLite', 'PostgreSQL', 'Redis in front of PostgreSQL', 'Redis']

/** A sign-in pays for its requests to the platform, which the load has not. */
const fetches = measured('sign-in', 'The three bare fetches themselves')

/** By where sessions are kept. Databases have the most users that were measured, and 16 connections. */
export const costs: Readonly<Record<string, Costs>> = {
  'encrypted cookie': {
    session: { application: measured('read'), servers: {} },
    signIn: { application: measured('sign-in') + fetches, servers: {} },
  },
  ...Object.fromEntries(
    databases.map((database) => [
      database,
      {
        session: loaded(database, 'session reads', 0),
        signIn: loaded(database, 'sign-ins', fetches),
      },
    ]),
  ),
}

function loaded(database: string, what: Line['what'], more: number): Cost {
  const line = lineOf(database, what, 16)
  return { application: ofMost(line?.cpu) + more, servers: line?.servers ?? {} }
}

function read<T>(file: string): T {
  return JSON.parse(readFileSync(new URL(`../../docs/bench/${file}`, import.meta.url), 'utf8'))
}
