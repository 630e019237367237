import { Suspense } from 'react'
import { requireSession } from '@/auth'

export default function Dashboard() {
  return (
    <Suspense>
      <Secret />
    </Suspense>
  )
}

async function Secret() {
  const { user } = await requireSession()
  return <h1>Dashboard of {user.name ?? user.email}</h1>
}
