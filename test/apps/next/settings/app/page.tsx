import Link from 'next/link'
import { Suspense } from 'react'
import { session, signIn, signOut } from '@/auth'

export default function Home() {
  return (
    <Suspense>
      <Greeting />
    </Suspense>
  )
}

async function Greeting() {
  const user = (await session())?.user
  return user ? <Welcome name={user.name ?? user.email} /> : <Stranger />
}

function Stranger() {
  return (
    <>
      <h1>Hello stranger</h1>
      <form
        action={async () => {
          'use server'
          await signIn('tiktok')
        }}
      >
        <button type="submit">Sign in with TikTok</button>
      </form>
    </>
  )
}

function Welcome({ name }: { name: string | null | undefined }) {
  return (
    <>
      <h1>Hello {name}</h1>
      <Link href="/dashboard">Dashboard</Link>
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
