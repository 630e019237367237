import { renderToReadableStream } from 'react-dom/server.browser'
import type { Session } from '../../../../src/index.ts'
import { App } from './app.tsx'

export async function render(
  session: Session | null | undefined,
  promised: boolean,
): Promise<string> {
  const stream = await renderToReadableStream(
    <App session={promised ? Promise.resolve(session) : session} />,
  )
  await stream.allReady
  return new Response(stream).text()
}
