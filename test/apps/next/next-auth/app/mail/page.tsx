import { redirect } from 'next/navigation'
import { AuthError } from 'porticojs/next-auth'
import { signIn } from '@/auth'

export default async function Mail({ searchParams }: { searchParams: Promise<{ said?: string }> }) {
  const { said = 'Mail' } = await searchParams
  return (
    <>
      <h1>{said}</h1>
      <form
        action={async (form: FormData) => {
          'use server'
          redirect(`/mail?${new URLSearchParams({ said: await send(form.get('email')) })}`)
        }}
      >
        <label>
          Address <input name="email" />
        </label>
      </form>
    </>
  )
}

/** Where the sign-in goes on, or why it does not. */
async function send(email: unknown): Promise<string> {
  try {
    return new URL(await signIn('email', { email, redirect: false })).pathname
  } catch (error) {
    if (error instanceof AuthError) return error.type
    throw error
  }
}
