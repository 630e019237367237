import { createFileRoute, Link } from '@tanstack/react-router'
import { currentSession } from '../session.ts'

export const Route = createFileRoute('/')({
  loader: () => currentSession(),
  component: Home,
})

function Home() {
  const session = Route.useLoaderData()
  if (!session) {
    return (
      <>
        <h1>Hello stranger</h1>
        <form method="post" action="/login">
          <button type="submit">Sign in with TikTok</button>
        </form>
        <a href="/api/auth/signin">Sign in</a>
      </>
    )
  }
  return (
    <>
      <h1>Hello {session.user.name ?? session.user.email}</h1>
      <a href="/api/auth/account">Account</a>
      <Link to="/dashboard">Dashboard</Link>
      <form method="post" action="/logout">
        <button type="submit">Sign out</button>
      </form>
    </>
  )
}
