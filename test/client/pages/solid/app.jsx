import { createSignal, onMount, Show } from 'solid-js'
import { SessionProvider, useSession } from '../../../../src/client/bindings/solid.ts'

function Name() {
  const state = useSession()
  const name = () =>
    state().session === undefined ? '…' : (state().session?.user.name ?? 'nobody')
  return <output>{name()}</output>
}

export function App(props) {
  const [shown, show] = createSignal(true)
  const [loaded, load] = createSignal()
  onMount(() => addEventListener('load-again', ({ detail }) => load(detail)))
  return (
    <SessionProvider session={loaded() === undefined ? props.session : loaded()}>
      <main>
        <Name />
        <Show when={shown()}>
          <Name />
        </Show>
        <button type="button" onClick={() => show(!shown())}>
          Toggle
        </button>
      </main>
    </SessionProvider>
  )
}
