import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { toNode } from '../../src/frameworks/node.ts'
import { Auth } from '../../src/index.ts'
import { hash, verify } from '../../src/password/hashing.ts'
import Credentials from '../../src/providers/credentials.ts'

// A server of its own, because its memory is measured.
const stored = await hash('velvet anchor drifts north')
const auth = Auth({
  secret: 'a secret for tests, which protects nobody',
  limits: false,
  providers: [
    Credentials({
      authorize: async ({ password }) =>
        (await verify(String(password), stored)) ? { id: 'ada', name: 'Ada' } : null,
    }),
  ],
  logger: { error() {}, warn() {} },
  runtime: { env: { NODE_ENV: 'test' } },
})
const server = createServer((request, response) => {
  if (request.url === '/memory') response.end(String(process.resourceUsage().maxRSS / 1024))
  else toNode(auth)(request, response)
})
server.listen(0, '127.0.0.1', () => {
  process.send?.((server.address() as AddressInfo).port)
})
