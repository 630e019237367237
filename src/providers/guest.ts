import { type GuestProvider, guestProvider } from '../guests/provider.ts'

/** Let people begin as guests, and keep their work when they sign in. */
const Guest: GuestProvider = guestProvider({ id: 'guest', name: 'Guest', type: 'guest' })

export default Guest
