import type { Asked } from '../ask.ts'
import { type Check, type Finding, problem, warning } from '../check.ts'
import type { Deployment } from '../deployment.ts'

/** Checks that long cookies get through, in requests and in answers. Sessions and platforms' tokens may be in them. */
export const longHeaders: Check<Deployment> = {
  name: 'long headers',
  async look(deployment) {
    return [...(await brought(deployment)), ...(await set(deployment))]
  },
}

/** The length of a request's cookies, as a session with some content has; nginx accepts 8 kB. */
const broughtBytes = 7_000

async function brought({ ask }: Deployment): Promise<Finding[]> {
  const { status } = await ask('/providers', {
    headers: { cookie: `long=${'x'.repeat(broughtBytes)}` },
  })
  if (status < 400) return []
  return [
    problem(
      `A request with ${broughtBytes} bytes of cookies is answered with ${status}, so long sessions lock people out`,
      'Let the servers on the way take 16 kB of headers. See docs/tasks/proxy.md.',
    ),
  ]
}

/**
 * The number of flow cookies to send, which no browser has: the answer removes them, which makes it longer than the 4 kB that nginx passes
 * on.
 */
const unfinished = 20

async function set({ ask, origin, started }: Deployment): Promise<Finding[]> {
  const flow = started?.setCookies.find((line) => line.includes('.flow.'))
  if (!started || !flow) return []
  const family = flow.slice(0, flow.indexOf('.flow.'))
  const cookie = Array.from(
    { length: unfinished },
    (_, n) => `${family}.flow.0000000${n + 10}doctor=x`,
  )
  const asked: Asked = {
    method: 'POST',
    headers: {
      accept: 'text/html',
      origin,
      'sec-fetch-site': 'same-origin',
      cookie: cookie.join('; '),
    },
    form: { callbackUrl: `/?doctor=${'x'.repeat(2_000)}` },
  }
  const { status } = await ask(`/signin/${started.provider}`, asked)
  if (status < 500) return []
  return [
    warning(
      `An answer with 5 kB of headers arrives as ${status}: a sign-in that sets long cookies would end so`,
      'With nginx, set proxy_buffer_size. See docs/tasks/proxy.md.',
    ),
  ]
}
