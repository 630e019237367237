/** The attacker's host, which RFC 2606 reserves. */
export const attackerHost = 'attacker.example'
