import type { AuthInstance } from '../../src/index.ts'

const userinfo = 'https://open.tiktokapis.com/v2/user/info/?fields=avatar_url'

/** TikTok's picture addresses end after about two days. Whoever shows one reads it again then. */
export function pictures(
  auth: AuthInstance,
  { fetch, clock }: { fetch: typeof globalThis.fetch; clock: { now: () => number } },
): (request: Request, image: string) => Promise<string> {
  return async (request, image) => {
    const expires = new URL(image).searchParams.get('x-expires')
    if (!expires || Number(expires) * 1000 > clock.now()) return image
    try {
      const authorization = `Bearer ${await auth.accessToken(request, 'tiktok')}`
      const answer = await fetch(userinfo, { headers: { authorization } })
      const { avatar_url } = (await answer.json()).data.user
      await auth.users.update(request, { image: avatar_url })
      return avatar_url
    } catch {
      // The page shows an initial where the picture does not come.
      return image
    }
  }
}
