import { random } from '../crypto/random.ts'

/** What `npx portico secret` understands. */
export const secretUsage = `npx portico secret

  Prints a new AUTH_SECRET. Put it into the environment; keep the old one as AUTH_SECRET_1 for as long
  as sessions sealed with it should stay valid.`

/** Prints a secret of 256 random bits. */
export function secret(
  _args: readonly string[],
  { print }: { print: (line: string) => void },
): void {
  print(`AUTH_SECRET=${random(32)}`)
}
