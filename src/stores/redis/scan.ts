import type { Redis } from './client.ts'

/** The number of keys that Redis looks at in one step. */
const keysPerStep = '1000'

/** One step through the keys of a server with this beginning: some of them, and the cursor of the next step, which is `0` at the end. */
export async function scanKeys(
  server: Pick<Redis, 'send'>,
  beginning: string,
  cursor: string,
): Promise<{ keys: string[]; next: string }> {
  const pattern = `${beginning.replace(/[\\*?[\]]/g, '\\$&')}*`
  const answer = await server.send('SCAN', cursor, 'MATCH', pattern, 'COUNT', keysPerStep)
  const [next, found] = Array.isArray(answer) ? answer : ['0', []]
  return { keys: [...found].map(String), next: String(next) }
}
