import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { audience, house, issuer } from './house.ts'

async function run(
  python: string,
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

/** The first Python that has the library: a machine may have another one in front of the system's, which has the system's packages. */
async function pythonWithJwt(): Promise<string | undefined> {
  for (const python of [process.env.PYTHON ?? 'python3', '/usr/bin/python3']) {
    if ((await run(python, 'import jwt, cryptography', '')).code === 0) return python
  }
  return undefined
}

const python = await pythonWithJwt()
// Said aloud, because a skipped story is easily overlooked.
if (!python)
  console.warn('PyJWT is not installed (pip install pyjwt cryptography): its story is skipped')

test.runIf(python)(
  'PyJWT verifies our tokens in a Python service, and refuses another audience',
  async () => {
    const { auth, browser, userId } = await house({ runtime: { now: Date.now } })
    const { token } = await auth.jwt.issue(browser)
    const { keys } = await (await auth.handler(new Request(`${issuer}/jwks`))).json()
    const script = `
import json, sys, jwt
given = json.load(sys.stdin)
key = jwt.PyJWKSet.from_dict({"keys": given["keys"]})[jwt.get_unverified_header(given["token"])["kid"]].key
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
      python ?? '',
      script,
      JSON.stringify({ token, keys, issuer, audience }),
    )
    expect([code, error]).toEqual([0, ''])
    expect(out.trim().split('\n')).toEqual([userId, 'refused'])
  },
)
