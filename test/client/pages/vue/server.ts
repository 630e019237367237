import { createSSRApp } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { sessionPlugin } from '../../../../src/client/bindings/vue.ts'
import type { Session } from '../../../../src/index.ts'
import App from './App.vue'

export function render(session: Session | null | undefined): Promise<string> {
  return renderToString(createSSRApp(App).use(sessionPlugin({ session })))
}
