import type { Redis } from './client.ts'

/** A command of Redis, on a key without its prefix. */
export type Command = readonly [name: string, key: string, ...words: string[]]

/**
 * Sends commands if every key that was read still has the value it had; otherwise returns 0 and does nothing. KEYS: those read, then those
 * of the commands. ARGV: the number of keys read; their values ("=" and the value, or "" for none); for each command the number of its
 * words, negative if it may be refused, and the words. Returns 1, and one more for each refused command.
 */
const script = `
local read = tonumber(ARGV[1])
for i = 1, read do
  local now = redis.call('GET', KEYS[i])
  if (now and '=' .. now or '') ~= ARGV[1 + i] then return 0 end
end
local at, result = 2 + read, 1
while ARGV[at] do
  local words = tonumber(ARGV[at])
  local last = at + math.abs(words)
  local send = words > 0 and redis.call or redis.pcall
  local answer = send(unpack(ARGV, at + 1, last))
  if type(answer) == 'table' and answer.err then result = result + 1 end
  at = last + 1
end
return result`

/**
 * Sends commands if every key still has the value that was read ("=" and the value, or "" for none), and with them attempts, which the
 * server may refuse. Returns how many it refused; undefined, with nothing done, if a key has another value.
 */
export async function commit(
  redis: Redis,
  prefix: string,
  read: ReadonlyMap<string, string>,
  commands: readonly Command[],
  attempts: readonly Command[] = [],
): Promise<number | undefined> {
  const words = ([name, key, ...others]: Command) => [name, prefix + key, ...others]
  const keys = [...read.keys(), ...[...commands, ...attempts].map(([, key]) => key)]
  const values = [
    ...[String(read.size), ...read.values()],
    ...commands.flatMap((command) => [String(command.length), ...words(command)]),
    ...attempts.flatMap((command) => [String(-command.length), ...words(command)]),
  ]
  const prefixed = keys.map((key) => prefix + key)
  const result = Number(await redis.run(script, prefixed, values))
  return result === 0 ? undefined : result - 1
}
