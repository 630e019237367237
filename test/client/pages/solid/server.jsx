import { generateHydrationScript, renderToStringAsync } from 'solid-js/web'
import { App } from './app.jsx'

export async function render(session) {
  return renderToStringAsync(() => <App session={session} />)
}

export const head = generateHydrationScript()
