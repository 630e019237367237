import type { NextApiRequest, NextApiResponse } from 'next'
import { requireSession } from '@/auth'

export default async function me(req: NextApiRequest, res: NextApiResponse) {
  const session = await requireSession({ req, res })
  if (session) res.json(session)
}
