import type { RaceOptions } from './measure.ts'

/** What every measure works with. */
export interface Stage {
  /** The address of the loopback platform. */
  platform: string
  /** An empty folder that goes when the benchmark ends. */
  folder: string
  /** The kinds of databases that this machine has. */
  databases: readonly Database[]
  pace: RaceOptions
}

/** A kind of database. */
export interface Database {
  id: 'sqlite' | 'postgres'
  name: string
  /** When a transaction has ended for everybody, in the words of the database. */
  durability: string
  /** The address of a new, empty database. */
  create(): Promise<string>
}
