import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Opens the browser, and waits on a port of this machine until it comes back (RFC 8252 §7.3). */
export async function byLoopback(
  begin: (redirect: string) => Promise<string>,
  show: (address: string) => unknown,
  host = '127.0.0.1',
): Promise<string | null> {
  const server = createServer().listen(0, host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const origin = `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  const came = new Promise<string | null>((resolve) => {
    // Whoever closes the browser never comes back.
    const timer = setTimeout(resolve, 5 * 60_000, null)
    server.on('request', ({ url = '' }, response) => {
      // A browser asks for more than the page, such as its icon.
      const isAnswer = /^\/signed-in\?.*\bstate=/.test(url)
      response.writeHead(isAnswer ? 200 : 404, { connection: 'close' })
      response.end(isAnswer ? 'You can close this window, and go back to the terminal.\n' : '')
      if (!isAnswer) return
      clearTimeout(timer)
      response.on('close', () => resolve(origin + url))
    })
  })
  try {
    await show(await begin(`${origin}/signed-in`))
    return await came
  } finally {
    server.close()
  }
}
