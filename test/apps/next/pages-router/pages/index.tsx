import type { GetServerSideProps } from 'next'
import Link from 'next/link'
import { session } from '@/auth'

interface Props {
  name: string | null
}

export const getServerSideProps: GetServerSideProps<Props> = async ({ req }) => {
  const user = (await session(req))?.user
  return { props: { name: user?.name ?? user?.email ?? null } }
}

export default function Home({ name }: Props) {
  return name === null ? <Stranger /> : <Welcome name={name} />
}

function Stranger() {
  return (
    <>
      <h1>Hello stranger</h1>
      <form method="post" action="/api/auth/signin/tiktok">
        <button type="submit">Sign in with TikTok</button>
      </form>
      <a href="/api/auth/signin">Sign in</a>
    </>
  )
}

function Welcome({ name }: { name: string }) {
  return (
    <>
      <h1>Hello {name}</h1>
      <a href="/api/auth/account">Account</a> <Link href="/dashboard">Dashboard</Link>
      <form method="post" action="/api/auth/signout">
        <button type="submit">Sign out</button>
      </form>
    </>
  )
}
