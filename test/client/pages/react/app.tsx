import { StrictMode, Suspense, useState } from 'react'
import { SessionProvider, useSession } from '../../../../src/client/bindings/react.ts'
import type { Session } from '../../../../src/index.ts'

function Name() {
  const { session } = useSession()
  return <output>{session === undefined ? '…' : (session?.user.name ?? 'nobody')}</output>
}

function Page() {
  const [shown, show] = useState(true)
  return (
    <main>
      <Name />
      <Suspense fallback="waiting">{shown && <Name />}</Suspense>
      <button type="button" onClick={() => show(!shown)}>
        Toggle
      </button>
    </main>
  )
}

type Given = Session | null | undefined

export function App({ session }: { session: Given | Promise<Given> }) {
  return (
    <StrictMode>
      <SessionProvider session={session}>
        <Suspense fallback="waiting">
          <Page />
        </Suspense>
      </SessionProvider>
    </StrictMode>
  )
}
