import { expect } from 'vitest'
import { unique } from '../../storage/people.ts'
import { race, type Stage } from './stage.ts'

/** The audit log: what happened, and nothing that did not. */
export function auditContract({ use, can }: Stage): void {
  const line = (userId: string, event: string, at: string) => ({ event, at: new Date(at), userId })

  can('audit')('shows the newest lines first', async () => {
    const userId = unique()
    const first = { ...line(userId, 'signIn', '2026-01-01T00:00:00.001Z'), provider: 'platform' }
    const second = {
      ...line(userId, 'link', '2026-01-01T00:00:00.002Z'),
      ...{ ip: '192.0.2.1', userAgent: 'A browser', detail: { way: 'e-mail', steps: [1, 2] } },
    }
    for (const each of [first, second]) await use().audit(each)
    await use().audit(line('other', 'signIn', '2026-01-01T00:00:00.003Z'))
    expect(await use().listAudit(userId)).toEqual([second, first])
    expect(await use().listAudit(userId, 1)).toEqual([second])
    expect(await use().listAudit(unique())).toEqual([])
  })

  can('audit')('keeps a line about nobody, and shows it to nobody', async () => {
    const userId = unique()
    await use().audit({ event: 'signInFailed', at: new Date('2026-01-01'), ip: '192.0.2.1' })
    for (const asked of [userId, '', 'null', 'undefined']) {
      expect(await use().listAudit(asked)).toEqual([])
    }
  })

  can('audit')('keeps all lines of one moment, and shows fifty unless told otherwise', async () => {
    const userId = unique()
    const { refused } = await race(60, () => use().audit(line(userId, 'signIn', '2026-01-01')))
    expect(refused).toEqual([])
    expect(await use().listAudit(userId)).toHaveLength(50)
    const asked = [100, Number.POSITIVE_INFINITY, 2.7, 0, -1, Number.NaN]
    const found = await Promise.all(asked.map(async (limit) => use().listAudit(userId, limit)))
    expect(found.map(({ length }) => length)).toEqual([60, 60, 2, 0, 0, 50])
  })

  can('audit', 'transaction')('logs nothing that did not happen', async () => {
    const userId = unique()
    const entry = line(userId, 'signIn', '2026-01-01T00:00:00.001Z')
    const tell = (isDone: boolean) =>
      use().transaction(async (inside) => {
        await inside.audit?.(entry)
        if (!isDone) throw new Error('the work failed')
      })
    await expect(tell(false)).rejects.toThrow('the work failed')
    expect(await use().listAudit(userId)).toEqual([])
    await tell(true)
    expect(await use().listAudit(userId)).toEqual([entry])
  })
}
