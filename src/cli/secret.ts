import { random } from '../crypto/random.ts'
import { type Command, defineCommand } from './command.ts'

/** Prints a secret of 256 random bits. */
export const secret: Command = defineCommand({
  summary: 'Print a new AUTH_SECRET',
  about: `Put it into the environment; keep the old one as AUTH_SECRET_1 for as long as sessions sealed
with it should stay valid.`,
  options: {},
  async run(_typed, { report }) {
    const AUTH_SECRET = random(32)
    report({ AUTH_SECRET }, `AUTH_SECRET=${AUTH_SECRET}`)
  },
})
