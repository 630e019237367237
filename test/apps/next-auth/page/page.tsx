import { useContext } from 'react'
import { createRoot } from 'react-dom/client'
// Which of the clients it is, the test says.
import * as client from 'the-client'

const { SessionContext, SessionProvider, useSession } = client
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

/** Reads the context itself, and puts something else in its place. */
function Context() {
  const value = useContext(SessionContext)
  const mine = { ...value, data: { user: { name: 'Nobody real' } } }
  return (
    <>
      <h2>{value?.status}</h2>
      <SessionContext.Provider value={mine}>
        <Name />
      </SessionContext.Provider>
    </>
  )
}

function Name() {
  return <h3>{useSession().data?.user?.name}</h3>
}

// What `SessionProvider` is told, the test says in the address.
const props = JSON.parse(new URLSearchParams(location.search).get('props') ?? '{}')
const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <SessionProvider {...props}>
      <Greeting />
      <Context />
    </SessionProvider>,
  )
}
