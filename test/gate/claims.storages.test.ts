import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Gate } from '../../src/parts/gate.ts'
import Email from '../../src/providers/email.ts'
import { post } from '../methods/ceremonies.ts'
import { setup } from '../setup.ts'
import { isInstalled, ofThisSuite, sharedServers } from '../storage/servers.ts'
import { type Opened, storages } from '../storage/storages.ts'

const secrets = ['a secret that is long enough to be one']
const shared = sharedServers()
const names = [
  ...['SQLite in a file', 'D1', 'PostgreSQL', 'MariaDB', 'Redis alone'],
  ...['Redis in front of SQLite', 'Redis as a cluster, through node-redis’ own client'],
]

for (const { name, server: needed, open } of storages.filter((one) => names.includes(one.name))) {
  const place = needed ?? name
  if (!ofThisSuite(place)) continue
  describe.skipIf(!isInstalled(place))(`a token of the gate on ${name}`, () => {
    let opened: Opened

    beforeAll(async () => {
      const server = needed && (await shared(needed))
      opened = await open({ secrets, now: Date.now }, server)
    })
    afterAll(async () => {
      await opened.storage.close?.()
      await opened.close?.()
    })

    /** One of several servers that share the storage. */
    async function house(judge: () => boolean | Promise<boolean>) {
      const mails: string[] = []
      const at = await setup({
        providers: [
          Email({ sendVerificationRequest: ({ identifier }) => void mails.push(identifier) }),
        ],
        storage: opened.storage,
        parts: [Gate(judge)],
        limits: false,
        runtime: { now: Date.now },
      })
      const send = async (gateToken: string) => {
        const { status } = await post(at.open(), 'signin/email', {
          email: 'ada@example.com',
          gateToken,
        })
        return status
      }
      return { send, mails }
    }

    test('passes once, however many servers it is sent to at the same time', async () => {
      const servers = await Promise.all([house(() => true), house(() => true)])
      const token = crypto.randomUUID()
      const tries = servers.flatMap(({ send }) => Array.from({ length: 5 }, () => send(token)))
      const answers = await Promise.all(tries)
      expect(answers.toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 403)])
      expect(servers.flatMap(({ mails }) => mails)).toHaveLength(1)
    })

    test('may be tried at another server if the first could not decide', async () => {
      const broken = await house(() => Promise.reject(new Error('no route to the judge')))
      const sound = await house(() => true)
      const token = crypto.randomUUID()
      expect(await broken.send(token)).toBe(503)
      expect(await sound.send(token)).toBe(200)
      expect(await sound.send(token)).toBe(403)
    })
  })
}
