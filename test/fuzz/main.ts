// `npm run fuzz -- --requests 200000 [--seed N] [--seconds S]`: looks for requests that are answered wrongly.
import { parseArgs } from 'node:util'
import { fuzz } from './fuzz.ts'

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '20000' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    seconds: { type: 'string', default: '3600' },
  },
})
const options = {
  seed: Number(values.seed),
  requests: Number(values.requests),
  seconds: Number(values.seconds),
}
console.log(`Seed ${options.seed}, ${options.requests} requests`)
const { failures, ...report } = await fuzz(options)
for (const failure of failures.slice(0, 10)) console.log(`\n${failure}`)
console.log(`\n${JSON.stringify(report)}\n${failures.length} failures, seed ${options.seed}`)
process.exitCode = failures.length > 0 ? 1 : 0
