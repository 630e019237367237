import { A, createAsync } from '@solidjs/router'
import { Show } from 'solid-js'
import { currentSession } from '../session'

export default function Home() {
  const session = createAsync(() => currentSession(), { deferStream: true })
  return (
    <Show when={session()} fallback={<Stranger />}>
      {(known) => (
        <>
          <h1>Hello {known().user.name ?? known().user.email}</h1>
          <a href="/api/auth/account" target="_self">
            Account
          </a>
          <A href="/dashboard">Dashboard</A>
          <form method="post" action="/logout">
            <button type="submit">Sign out</button>
          </form>
        </>
      )}
    </Show>
  )
}

function Stranger() {
  return (
    <>
      <h1>Hello stranger</h1>
      <form method="post" action="/login">
        <button type="submit">Sign in with TikTok</button>
      </form>
      <a href="/api/auth/signin" target="_self">
        Sign in
      </a>
    </>
  )
}
