import type { Do } from './deed.ts'
import { base } from './house.ts'
import { actingKey } from './look.ts'

/** An operator, who may be anybody in these stories, acts as somebody else. */
export const operating: Readonly<Record<string, Do>> = {
  'acts as somebody': async ({ auth, storage, acting, world }, { browser }, { which }) => {
    const { users } = await storage.listUsers({}, { limit: 100 })
    const user = users[which % Math.max(1, users.length)]
    if (!user) return
    const why = { reason: 'they asked for help' }
    const made = await auth.users.impersonate(browser.headers, user.id, why).catch(() => undefined)
    if (made) browser.take(made)
    if (made) acting.set(actingKey(browser), world.clock.now())
  },
  'is themselves again': (_story, { browser }) => browser.submit(`${base}/impersonation`),
}
