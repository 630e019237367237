import { emulator } from '../../../src/emulator/index.ts'
import type { AuthConfig } from '../../../src/index.ts'
import { Notices } from '../../../src/parts/notices.ts'
import { type FactorCalls, SecondFactor } from '../../../src/parts/second-factor.ts'
import Email from '../../../src/providers/email.ts'
import Password from '../../../src/providers/password.ts'
import TikTok from '../../../src/providers/tiktok.ts'
import { memory } from '../../../src/storage/memory.ts'
import { createBrowser, type TestBrowser } from '../../../src/testing.ts'
import { ask, confirm, mails } from '../../methods/mail-house.ts'
import type { Received } from '../../methods/mail-server.ts'
import { arrival, origin, type Setup, setup } from '../../setup.ts'
import { keys, practice } from '../../tiktok/practice.ts'

export const tiktok: ReturnType<typeof TikTok> = TikTok(keys)

/** An application that tells people what happened to their accounts. */
export interface NoticeHouse extends Setup {
  auth: Setup['auth'] & FactorCalls
  storage: ReturnType<typeof memory>
  /** Another browser; work that goes on after its answers is waited for by `notices()`. */
  open(): TestBrowser
  /** Lets another server answer from now on, whose clock is off by so many milliseconds. */
  serverOff(milliseconds: number): void
  /** The notices that were sent since the last call. */
  notices(): Promise<Received[]>
  /** Signs somebody in by a link to their address. */
  enter(browser: TestBrowser, address: string): Promise<string>
}

/** Opens such an application. */
export async function noticeHouse(config: Partial<AuthConfig> = {}): Promise<NoticeHouse> {
  const storage = memory()
  const email = Email({ server: mails().url, from: 'Acme <hello@acme.test>' })
  const options = {
    providers: [email, tiktok, Password],
    storage,
    parts: [Notices(), SecondFactor()],
    ...config,
  }
  let off = 0
  const outside = await emulator(practice())
  const runtime = { now: () => outside.clock.now() + off, ...config.runtime }
  const house = await setup({ theme: { name: 'Acme' }, ...options, runtime }, outside)
  const { auth, world } = house
  const later: Promise<unknown>[] = []
  const waitUntil = (work: Promise<unknown>) => void later.push(work)
  const open = () =>
    createBrowser({
      origin,
      app: (request) => auth.handler(request, { waitUntil }),
      now: world.clock.now,
      atPlatform: async (url, choice) => arrival(await world.decide(url, choice)),
    })
  async function notices(): Promise<Received[]> {
    await Promise.all(later.splice(0))
    const sent = mails().received.splice(0)
    return sent.filter(({ subject }) => !isSignIn(subject))
  }
  async function enter(browser: TestBrowser, address: string): Promise<string> {
    await ask(browser, address)
    const mail = mails().received.findLast(({ subject }) => isSignIn(subject))
    await confirmHere(browser, mail?.link ?? '')
    return (await browser.session())?.user.id ?? ''
  }
  return {
    ...house,
    auth: auth as NoticeHouse['auth'],
    storage,
    browser: open(),
    open,
    serverOff: (milliseconds) => {
      off = milliseconds
    },
    notices,
    enter,
  }
}

/** The link signs in at once where it was asked for. */
async function confirmHere(browser: TestBrowser, link: string): Promise<void> {
  const page = await browser.visit(link)
  if (page.status === 200) await confirm(browser, link)
}

function isSignIn(subject: string): boolean {
  return subject.endsWith(' is your sign-in code for Acme')
}
