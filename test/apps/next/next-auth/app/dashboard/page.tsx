import { auth } from '@/auth'

export default async function Dashboard() {
  const user = (await auth())?.user
  const role: string | undefined = user?.role
  return <h1 data-role={role}>Dashboard of {user?.name ?? user?.email}</h1>
}
