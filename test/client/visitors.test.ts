import { createResource, type JSX, Suspense, createComponent as solid } from 'solid-js'
import { renderToStringAsync } from 'solid-js/web'
import type { Component } from 'svelte'
import { render } from 'svelte/server'
import { expect, test } from 'vitest'
import { createSSRApp, defineComponent, h } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { SessionProvider, useSession as useSolidSession } from '../../src/client/bindings/solid.ts'
import { provideSession, useSession as useSvelteSession } from '../../src/client/bindings/svelte.ts'
import { sessionPlugin, useSession as useVueSession } from '../../src/client/bindings/vue.ts'
import { createClient } from '../../src/client/index.ts'
import type { Session } from '../../src/index.ts'

/** The application's own, in a module that all visitors share on a server. */
const client = createClient({ basePath: '/auth' })

const ada: Session = {
  user: { id: '1', name: 'ada' },
  expires: '2040-01-01T00:00:00.000Z',
  authTime: 0,
  amr: [],
}

/** Something that a page waits for, while the server renders those of others. */
const wait = () => new Promise<string>((resolve) => setTimeout(resolve, 5, 'there'))

const nameOf = ({ session }: { session?: Session | null | undefined }) =>
  session?.user.name ?? 'nobody'

const pages: Record<string, (session: Session | null) => Promise<string>> = {
  Vue: (session) => {
    const Name = defineComponent(() => {
      const state = useVueSession()
      return () => h('output', nameOf(state.value))
    })
    const Page = defineComponent({
      async setup() {
        await wait()
        return () => h(Name)
      },
    })
    return renderToString(createSSRApp(Page).use(sessionPlugin({ session, client })))
  },
  Solid: (session) => {
    const Name = () => nameOf(useSolidSession()())
    const Page = () => {
      const [loaded] = createResource(wait)
      return (() => loaded() && solid(Name, {})) as unknown as JSX.Element
    }
    const children = { children: () => solid(Page, {}) } as unknown as { children: JSX.Element }
    return renderToStringAsync(() =>
      solid(SessionProvider, {
        session,
        client,
        get children() {
          return solid(Suspense, children)
        },
      }),
    )
  },
  Svelte: async (session) => {
    const page = (renderer: { push(text: string): void }) => {
      provideSession({ session, client })
      renderer.push(nameOf(useSvelteSession()))
    }
    return render(page as unknown as Component).body
  },
}

test.each(Object.entries(pages))(
  '%s renders each visitor with their own session, though all share a client',
  async (_, page) => {
    const shown = await Promise.all([page(ada), page(null), page(ada), page(null)])
    const names = shown.map((text) => /ada|nobody/.exec(text)?.[0])
    expect(names).toEqual(['ada', 'nobody', 'ada', 'nobody'])
    expect(client.get().session).toBeUndefined()
  },
)
