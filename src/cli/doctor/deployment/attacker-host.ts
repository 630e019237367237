/** Who attacks: a host that nobody has, by RFC 2606. */
export const attackerHost = 'attacker.example'
