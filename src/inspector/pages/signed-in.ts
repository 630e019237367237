import { html } from '../../pages/html.ts'
import type { Session } from '../../types/models.ts'
import type { Page } from './frame.ts'

/** Where a sign-in ends in an application that has no start page yet. */
export function signedInPage(
  session: Session | null,
  place: Pick<Page, 'base' | 'version'> & { basePath: string },
): Page {
  const { base, version, basePath } = place
  const { name, email, id } = session?.user ?? {}
  const title = session ? `You’re signed in as ${name ?? email ?? id}` : 'Nobody is signed in'
  return {
    base,
    version,
    title,
    body: html`<h1>${title}</h1><section class="box"><p>Your application answers <code>/</code> with 404, so the sign-in ends here while you develop.
Add a page there, or name another with <code>callbackUrl</code>. On the server, this is how it knows who is there:</p
><pre>const session = await auth.session(request)
${JSON.stringify(session && shown(session), null, 2)}</pre></section
><section><ul class="plain"><li><a href="${base}">Every step of this sign-in</a></li><li><a href="${basePath}/account">Your account</a></li
><li><a href="${basePath}/signout">Sign out</a></li></ul></section>`,
  }
}

/** What every session has; what a `session` callback adds may be secret. */
function shown({ user: { id, name, email, image }, expires }: Session): object {
  return { user: { id, name, email, image }, expires }
}
