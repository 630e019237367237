import { createAsync, useLocation } from '@solidjs/router'
import { Show } from 'solid-js'
import { dashboardUser } from '../session'

export default function Dashboard() {
  const { pathname, search } = useLocation()
  const user = createAsync(() => dashboardUser(pathname + search), { deferStream: true })
  return <Show when={user()}>{(user) => <h1>Dashboard of {user().name ?? user().email}</h1>}</Show>
}
