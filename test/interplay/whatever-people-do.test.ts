import fc from 'fast-check'
import { expect, test } from 'vitest'
import '../examples.ts'
import { lightHashes } from '../password/light-hashes.ts'
import { deeds } from './deeds.ts'
import { judge } from './judge.ts'
import { lastLook } from './last-look.ts'
import { look } from './look.ts'
import { anyStory, type Moment } from './stories.ts'
import { beginStory, type Rules } from './story.ts'

lightHashes()

/** The number of stories; `STORIES=1000` looks for longer. */
const numRuns = Number(process.env.STORIES) || 6

const anyRules = fc.record({ isRequired: fc.boolean(), hasThief: fc.boolean() })

/** Tells a story, and judges after each moment, and when it is over. */
async function tell(moments: readonly Moment[], rules: Rules): Promise<void> {
  const story = await beginStory(rules)
  const gone = new Set<string>()
  let before = await look(story)
  for (const moment of moments) {
    // A code of an app works once.
    story.world.clock.advance('40s')
    const seats = moment.flatMap(({ seat }) => story.seats[seat] ?? [])
    const done = moment.map(async (act, at) => {
      const seat = seats[at]
      if (seat) await deeds[act.does]?.(story, seat, act)
    })
    await Promise.all(done)
    await story.settled()
    const [after, news] = [await look(story), await story.news()]
    const wrong = await judge(story, { moment, seats, before, after, news }, gone)
    expect(wrong, moment.map(({ does, seat }) => `${seat} ${does}`).join(', ')).toEqual([])
    before = after
  }
  expect(await lastLook(story)).toEqual([])
}

test('everybody stays who they are and gets in again, whatever people do', async () => {
  await fc.assert(fc.asyncProperty(anyStory, anyRules, tell), { numRuns })
}, 3_600_000)
