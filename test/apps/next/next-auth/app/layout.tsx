import type { ReactNode } from 'react'
import { auth } from '@/auth'

export const metadata = { title: 'Portico and Next' }

export default async function Layout({ children }: { children: ReactNode }) {
  const user = (await auth())?.user
  return (
    <html lang="en">
      <body>
        <header>{user ? `Signed in as ${user.name ?? user.email}` : 'Not signed in'}</header>
        {children}
      </body>
    </html>
  )
}
