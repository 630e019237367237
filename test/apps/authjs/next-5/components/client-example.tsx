"use client"

import { useSession } from "next-auth/react"

export default function ClientExample() {
  const { data: session, status } = useSession()
  return <p id="client">{status === "authenticated" ? session.user?.name : status}</p>
}
