import Link from 'next/link'
import { auth, signIn, signOut } from '@/auth'

export default async function Home() {
  const user = (await auth())?.user
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
      <a href="/api/auth/signin">Sign in</a>
    </>
  )
}

function Welcome({ name }: { name: string | null | undefined }) {
  return (
    <>
      <h1>Hello {name}</h1>
      <a href="/api/auth/account">Account</a> <Link href="/dashboard">Dashboard</Link>
      <form
        action={async () => {
          'use server'
          await signOut()
        }}
      >
        <button type="submit">Sign out</button>
      </form>
    </>
  )
}
