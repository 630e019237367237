/** The attacker's host, which nobody has, by RFC 2606. */
export const attackerHost = 'attacker.example'
