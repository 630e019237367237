// `npm run torture -- --minutes 10 [--storage sqlite|postgres|mariadb|redis|all|galera|promotion] [--seed N]`: several servers, much
// trouble, and what must hold all the same.
import { parseArgs } from 'node:util'
import { endServers } from '../storage/start-servers.ts'
import { severalNames, storageNames } from './databases.ts'
import { torture } from './torture.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    storage: { type: 'string', default: 'all' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
  },
})
const seed = Number(values.seed)
const minutes = Number(values.minutes)
const names = [...storageNames, ...severalNames]
const storages =
  values.storage === 'all' ? storageNames : names.filter((name) => name === values.storage)
if (storages.length === 0) throw new Error(`--storage is one of ${names.join(', ')} or all`)
// Whoever interrupts it leaves no server behind.
process.once('exit', endServers)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
console.log(`Seed ${seed}, ${minutes} minutes, ${storages.join(', ')}`)
const tell = (line: string) => console.log(line)
const { failures, rounds, counts } = await torture({ seed, minutes, storages, tell })
console.log(`\n${JSON.stringify(counts)}`)
console.log(`${failures.length} failures in rounds: ${JSON.stringify(rounds)}, seed ${seed}`)
process.exit(failures.length > 0 ? 1 : 0)
