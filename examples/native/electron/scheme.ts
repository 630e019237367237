import { app } from 'electron'

const redirect = 'com.acme.app:/signed-in'

type Listener = (link: string) => void

let waiting: Listener | undefined

/** The link in the arguments of a program that was opened by it. */
export function linkIn(args: readonly string[]): string | undefined {
  return args.find((each) => each.startsWith(`${redirect}?`))
}

/** Hears of links: by an event on macOS, by a second start of the app elsewhere. A sign-in that waits is told first. */
export function onLink(listener: Listener): void {
  const hear = (link: string | undefined) => link && (waiting ?? listener)(link)
  app.on('open-url', (_event, link) => hear(linkIn([link])))
  app.on('second-instance', (_event, args) => hear(linkIn(args)))
}

/** Opens the browser, and waits for the link. */
export async function byScheme(
  begin: (redirect: string) => Promise<string>,
  show: (address: string) => unknown,
): Promise<string> {
  const address = await begin(redirect)
  return new Promise((resolve) => {
    waiting = (link) => {
      waiting = undefined
      resolve(link)
    }
    show(address)
  })
}
