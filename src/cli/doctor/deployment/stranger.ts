/** Who attacks: a host that nobody has, by RFC 2606. */
export const stranger = 'attacker.example'
