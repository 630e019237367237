import { random } from '../crypto/random.ts'
import { type Command, defineCommand } from './command.ts'

/** Prints a secret of 256 random bits. */
export const secret: Command = defineCommand({
  summary: 'Print a new, random AUTH_SECRET',
  about: `On a terminal it prints a line for your .env file. Into a pipe it prints the value alone:
AUTH_SECRET=$(npx porticojs secret)

When you replace a secret, keep the old one as AUTH_SECRET_1 until sessions that it encrypted have expired and
porticojs reseal has encrypted stored secrets again.`,
  options: {},
  async run(_typed, { report, onTerminal }) {
    const AUTH_SECRET = random(32)
    report({ AUTH_SECRET }, onTerminal ? `AUTH_SECRET=${AUTH_SECRET}` : AUTH_SECRET)
  },
})
