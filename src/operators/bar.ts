import type { Context } from '../context.ts'
import { type Html, html } from '../pages/html.ts'
import { actingKey } from './impersonation.ts'
import { type ActingReader, findActing } from './read-impersonation.ts'
import { operatorText } from './text.ts'

/** The bar on our pages while an operator acts as somebody: who that is, and the way back. */
export async function actingBar(context: Context, reader: ActingReader): Promise<Html | undefined> {
  const { config, cookies, origin, baseUrl } = context
  const secure = origin.startsWith('https:')
  const key = actingKey(config, cookies.header, secure)
  if (key === undefined) return undefined
  const acting = await findActing(reader, { cookie: cookies.header, secure, key })
  if (!acting) return undefined
  const { id, name, email } = acting.user
  const say = await operatorText(context)
  return html`<form class="told" method="post" action="${baseUrl}/impersonation"
><p>${say.actingAs(name ?? email ?? id)}</p><button>${say.stopActing}</button></form>`
}
