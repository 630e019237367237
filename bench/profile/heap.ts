import { execFileSync } from 'node:child_process'
import { inBundle } from '../measures/memory.ts'

/** What is in the heap after each step of an application's life, in bytes after garbage collection. */
export type Ladder = Record<string, number>

/** Climbs the ladder in a process of its own: what Node itself needs comes first, so that it is not counted as anybody's. */
export function climb(contestant: string, platform: string): Promise<Ladder> {
  const settings = { platform, providers: 1, ballast: 0 }
  return inBundle(contestant, settings, (file, cookie) => {
    const script = `
      const steps = {}
      const step = (name) => { gc(); steps[name] = process.memoryUsage().heapUsed }
      step('Node, before anything')
      await new Response(JSON.stringify({}), { headers: { vary: 'Cookie' } }).text()
      new Request('https://app.example/', { headers: { cookie: 'a=b' } }).headers.get('cookie')
      step('Request and Response used once')
      const { createCipheriv, createSecretKey, hkdfSync, randomBytes } = process.getBuiltinModule('node:crypto')
      const key = createSecretKey(Buffer.from(hkdfSync('sha256', 'secret', '', '', 32)))
      createCipheriv('aes-256-gcm', key, randomBytes(12)).setAAD(Buffer.from('x')).update('x')
      step('cryptography used once')
      const { contestant } = await import(${JSON.stringify(file)})
      step('application imported')
      const app = await contestant.open(${JSON.stringify(settings)})
      step('application opened')
      const check = async (times) => { while (times-- > 0) await app.check(${JSON.stringify(cookie)}) }
      await check(1)
      step('after 1 check')
      await check(999)
      step('after 1,000 checks')
      await check(99_000)
      step('after 100,000 checks')
      console.log(JSON.stringify(steps))`
    const options = ['--expose-gc', '--input-type=module', '--eval', script]
    return JSON.parse(execFileSync(process.execPath, options, { encoding: 'utf8' }))
  })
}
