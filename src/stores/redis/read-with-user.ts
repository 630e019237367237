import type { Redis } from './client.ts'

/**
 * The value of a key and of keys of the user it names, in one round trip. The user's id is the key's value, or the first `userId` in it. It
 * is searched for as text, which costs a fifth of decoding the value; a user who is not found so is read separately. Ids are encoded as by
 * `encodeURIComponent`. KEYS: the key. ARGV: the beginning of all keys, then the kinds of the user's keys.
 */
const script = `
local found = redis.call('GET', KEYS[1])
if not found then return {} end
local id = string.match(found, '"userId":"([^"\\\\]*)"') or string.match(found, '^"([^"\\\\]*)"$')
if not id then return {found} end
local place = string.gsub(id, "[^%w%-_%.!~%*'%(%)]", function (c)
  return string.format('%%%02X', string.byte(c))
end)
local answer = {found}
for i = 2, #ARGV do
  local key = ARGV[i] .. ':' .. place
  table.insert(answer, key)
  table.insert(answer, redis.call('GET', ARGV[1] .. key))
end
return answer`

/** The kinds of keys of which each user has one. */
export type UserKind = 'user' | 'lock' | 'sessions'

/** The values of a key and of those of the user it names, by key. A key that does not exist has no value. */
export async function readWithUser(
  redis: Redis,
  prefix: string,
  key: string,
  kinds: readonly UserKind[],
): Promise<Map<string, unknown>> {
  const answer = await redis.run(script, [prefix + key], [prefix, ...kinds], true)
  const [own, ...others] = Array.isArray(answer) ? answer : []
  const found = new Map<string, unknown>([[key, own]])
  for (let at = 0; at < others.length; at += 2) found.set(String(others[at]), others[at + 1])
  return found
}
