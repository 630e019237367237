"use client";

import { signIn, signOut, useSession } from "next-auth/react";

export function Visitor() {
  const { data: session, status } = useSession();
  if (!session) {
    return (
      <button type="button" onClick={() => signIn()}>
        Sign in, {status}
      </button>
    );
  }
  return (
    <button type="button" onClick={() => signOut()}>
      Sign out, {session.user?.name}
    </button>
  );
}
