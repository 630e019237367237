import type { GetServerSideProps } from 'next'
import { requireSession } from '@/auth'

interface Props {
  name?: string | null
}

export const getServerSideProps: GetServerSideProps<Props> = async (context) => {
  const session = await requireSession(context)
  if (!session) return { props: {} }
  return { props: { name: session.user.name ?? session.user.email ?? null } }
}

export default function Dashboard({ name }: Props) {
  return <h1>Dashboard of {name}</h1>
}
