import { Form, Link } from 'react-router'
import { sessionContext } from '../auth.server'
import type { Route } from './+types/home'

export function loader({ context }: Route.LoaderArgs) {
  return { session: context.get(sessionContext) }
}

export default function Home({ loaderData: { session } }: Route.ComponentProps) {
  if (!session) {
    return (
      <>
        <h1>Hello stranger</h1>
        <Form method="post" action="/login">
          <button type="submit">Sign in with TikTok</button>
        </Form>
        <Link to="/api/auth/signin">Sign in</Link>
      </>
    )
  }
  return (
    <>
      <h1>Hello {session.user.name ?? session.user.email}</h1>
      <Link to="/api/auth/account">Account</Link>
      <Link to="/dashboard">Dashboard</Link>
      <Form method="post" action="/logout">
        <button type="submit">Sign out</button>
      </Form>
    </>
  )
}
