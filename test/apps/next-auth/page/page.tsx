import { createRoot } from 'react-dom/client'
// Which of the clients it is, the test says.
import * as client from 'the-client'

const { SessionProvider, useSession } = client
Object.assign(window, { client })

function Greeting() {
  const { data, status, update } = useSession()
  return (
    <>
      <h1>
        {status} {data?.user?.name}
      </h1>
      <p>{data?.note}</p>
      <button type="button" onClick={() => update({ note: 'changed' })}>
        Change
      </button>
    </>
  )
}

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <SessionProvider>
      <Greeting />
    </SessionProvider>,
  )
}
