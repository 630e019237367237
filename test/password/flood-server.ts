import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { toNode } from '../../src/frameworks/node.ts'
import { Auth } from '../../src/index.ts'
import Password from '../../src/providers/password.ts'
import { memory } from '../../src/storage/memory.ts'

// A server of its own, because its memory is measured.
const storage = memory()
const auth = Auth({
  secret: 'a secret for tests, which protects nobody',
  limits: false,
  storage,
  providers: [Password({ breached: false, send() {} })],
  logger: { error() {}, warn() {} },
  runtime: { env: { NODE_ENV: 'test' } },
})
await storage.createUser({ id: 'ada', email: 'ada@people.test', emailVerified: new Date() })
await auth.passwords.set({ userId: 'ada' }, 'velvet anchor drifts north')
const server = createServer((request, response) => {
  if (request.url === '/memory') response.end(String(process.resourceUsage().maxRSS / 1024))
  else toNode(auth)(request, response)
})
server.listen(0, '127.0.0.1', () => {
  process.send?.((server.address() as AddressInfo).port)
})
