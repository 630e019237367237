import { Suspense } from 'react'
import { session, signOut } from '@/auth'

export default function Home() {
  return (
    <Suspense>
      <Greeting />
    </Suspense>
  )
}

async function Greeting() {
  const user = (await session())?.user
  if (!user) return <h1>Hello stranger</h1>
  return (
    <>
      <h1>Hello {user.email}</h1>
      <form
        action={async () => {
          'use server'
          await signOut({ callbackUrl: '/app/' })
        }}
      >
        <button type="submit">Sign out</button>
      </form>
    </>
  )
}
