import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { audience, house, issuer } from './house.ts'

const python = process.env.PYTHON ?? 'python3'

async function run(
  script: string,
  input: string,
): Promise<{ code: number | null; out: string; error: string }> {
  const child = spawn(python, ['-c', script])
  const ended = new Promise<number | null>((resolve) => {
    child.once('exit', resolve)
    child.once('error', () => resolve(127))
  })
  child.stdin.end(input)
  const [out, error] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await ended, out, error }
}

const hasPyJwt = (await run('import jwt, cryptography', '')).code === 0
// Said aloud, because a skipped story is easily overlooked.
if (!hasPyJwt)
  console.warn('PyJWT is not installed (pip install pyjwt cryptography): its story is skipped')

test.skipIf(!hasPyJwt)(
  'PyJWT verifies our tokens in a Python service, and refuses another audience',
  async () => {
    const { auth, browser, userId } = await house({ runtime: { now: Date.now } })
    const { token } = await auth.jwt.issue(browser)
    const { keys } = await (await auth.handler(new Request(`${issuer}/jwks`))).json()
    const script = `
import json, sys, jwt
given = json.load(sys.stdin)
key = jwt.PyJWKSet.from_dict({"keys": given["keys"]})[jwt.get_unverified_header(given["token"])["kid"]]
def check(audience):
    return jwt.decode(given["token"], key, algorithms=["ES256"], audience=audience, issuer=given["issuer"],
                      leeway=5, options={"require": ["exp", "iat", "iss", "aud", "sub"]})
print(check(given["audience"])["sub"])
try:
    check("another")
except jwt.InvalidAudienceError:
    print("refused")
`
    const { code, out, error } = await run(
      script,
      JSON.stringify({ token, keys, issuer, audience }),
    )
    expect([code, error]).toEqual([0, ''])
    expect(out.trim().split('\n')).toEqual([userId, 'refused'])
  },
)
