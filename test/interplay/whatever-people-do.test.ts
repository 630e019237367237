import fc from 'fast-check'
import { expect, test } from 'vitest'
import '../examples.ts'
import { lightHashes } from '../password/light-hashes.ts'
import { deeds } from './deeds.ts'
import { needs } from './deploying.ts'
import { judge } from './judge.ts'
import { lastLook } from './last-look.ts'
import { look } from './look.ts'
import { anyRules, anyStory, type Scene } from './stories.ts'
import { beginStory, type Rules, type Story } from './story.ts'

lightHashes()

/** The number of stories; `STORIES=1000` looks for longer. */
const numRuns = Number(process.env.STORIES) || 4

/** Tells a story, and judges after each moment, and when it is over. */
async function tell(scenes: readonly Scene[], rules: Rules): Promise<void> {
  const story = await beginStory(rules)
  const gone = new Set<string>()
  let before = await look(story)
  for (const { moment, fault } of scenes) {
    // A code of an app works once.
    story.world.clock.advance('40s')
    const seats = moment.flatMap(({ seat }) => story.seats[seat] ?? [])
    await play(story, { moment, ...(fault && { fault }) })
    const [after, news] = [await look(story), await story.news()]
    const past = { moment, seats, before, after, news, hasFailed: fault !== undefined }
    const wrong = await judge(story, past, gone)
    expect(wrong, moment.map(({ does, seat }) => `${seat} ${does}`).join(', ')).toEqual([])
    before = after
  }
  expect(await lastLook(story)).toEqual([])
}

/** Lets people do what they do in a scene. */
async function play(story: Story, { moment, fault }: Scene): Promise<void> {
  const done = moment.map(async (act) => {
    const seat = story.seats[act.seat]
    const isThere = story.version.without === undefined || needs[act.does] !== story.version.without
    if (seat && isThere) await deeds[act.does]?.(story, seat, act)
  })
  if (fault) story.storage.failAt(fault)
  // Where the storage fails, an answer may be one that a deed cannot read.
  await (fault ? Promise.allSettled(done) : Promise.all(done))
  await story.settled()
  story.storage.recover()
  // Sessions in cookies are asked about every second, and half a minute after the storage failed.
  story.world.clock.advance(fault ? '35s' : '2s')
}

test('everybody stays who they are and gets in again, whatever people do', async () => {
  await fc.assert(fc.asyncProperty(anyStory, anyRules, tell), { numRuns })
}, 3_600_000)
