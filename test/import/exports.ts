/** An export, as the documentation of a service shows it, with the people of all our tests. */
export interface Export {
  readonly source: string
  readonly file: string
  readonly text: string
  /** The file of `--hash-config`. */
  readonly hashConfig?: string
  /** The values of `--column`. */
  readonly columns?: string[]
  /** Files beside it. */
  readonly beside?: Readonly<Record<string, string>>
}

/** bcrypt of `correct horse battery`, cost 4, by bcryptjs. */
const bcryptHash = '$2b$04$XYl4iJ4qxNu6FVx2V6YbCe3xDVwWaNiShisZy/Hy61InixhnZulUa'
export const password = 'correct horse battery'

const firebaseConfig = {
  hash_config: {
    algorithm: 'SCRYPT',
    base64_signer_key:
      'jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==',
    base64_salt_separator: 'Bw==',
    rounds: 8,
    mem_cost: 14,
  },
}

const lines = (...rows: object[]) => rows.map((row) => JSON.stringify(row)).join('\n')

export const exports: readonly Export[] = [
  {
    source: 'clerk',
    file: 'clerk.csv',
    text: `id,first_name,last_name,username,primary_email_address,primary_phone_number,verified_email_addresses,unverified_email_addresses,verified_phone_numbers,unverified_phone_numbers,totp_secret,password_digest,password_hasher
user_1,Ada,"Lovelace, ""Countess""",ada,Ada@Example.com,,Ada@Example.com,,,,,${bcryptHash},bcrypt
user_2,Grace,Hopper,,grace@example.com,,grace@example.com,,,,JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP,,
`,
  },
  {
    source: 'clerk',
    file: 'clerk.json',
    text: JSON.stringify([
      {
        id: 'user_1',
        first_name: 'Ada',
        last_name: 'Lovelace',
        image_url: 'https://example.com/ada.png',
        email_addresses: [
          { email_address: 'ada@example.com', verification: { status: 'verified' } },
        ],
        external_accounts: [{ provider: 'oauth_google', provider_user_id: '1234' }],
        created_at: 1_700_000_000_000,
        banned: false,
      },
      {
        id: 'user_2',
        first_name: 'Grace',
        email_addresses: [],
        external_accounts: [],
        banned: true,
      },
    ]),
  },
  {
    source: 'auth0',
    file: 'auth0.ndjson',
    text: lines(
      {
        user_id: 'auth0|5f7c8ec7c33c6c004bbafe82',
        email: 'ada@example.com',
        email_verified: true,
        name: 'Ada Lovelace',
        picture: 'https://example.com/ada.png',
        identities: [
          { provider: 'auth0', user_id: '5f7c8ec7c33c6c004bbafe82', connection: 'Users' },
          { provider: 'google-oauth2', user_id: '1234', connection: 'google-oauth2' },
        ],
        created_at: '2020-10-06T15:34:15.000Z',
      },
      {
        user_id: 'auth0|2',
        email: 'grace@example.com',
        email_verified: false,
        name: 'Grace',
        blocked: true,
      },
    ),
  },
  {
    source: 'auth0',
    file: 'hashes.ndjson',
    text: lines({
      _id: { $oid: '5f7c8ec7c33c6c004bbafe82' },
      email_verified: true,
      email: 'ada@example.com',
      passwordHash: bcryptHash,
      connection: 'Users',
    }),
  },
  {
    source: 'supabase',
    file: 'supabase.ndjson',
    text: lines({
      id: '11111111-2222-3333-4444-555555555555',
      email: 'ada@example.com',
      encrypted_password: bcryptHash,
      email_confirmed_at: '2026-01-02 03:04:05.678901+00',
      raw_user_meta_data: { full_name: 'Ada Lovelace', avatar_url: 'https://example.com/ada.png' },
      created_at: '2026-01-02 03:04:05+00',
      banned_until: null,
      identities: [
        { provider: 'email', provider_id: '11111111-2222-3333-4444-555555555555' },
        { provider: 'google', provider_id: '1234', identity_data: { sub: '1234' } },
      ],
    }),
  },
  {
    source: 'firebase',
    file: 'firebase.json',
    hashConfig: 'hash-config.json',
    beside: { 'hash-config.json': JSON.stringify(firebaseConfig) },
    text: JSON.stringify({
      users: [
        {
          localId: 'kYi4EvWQlQTKSfnJ3dRSP6IH3ed2',
          email: 'ada@example.com',
          emailVerified: true,
          displayName: 'Ada Lovelace',
          passwordHash:
            'lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==',
          salt: '42xEC+ixf3L2lw==',
          createdAt: '1486324624000',
          providerUserInfo: [
            { providerId: 'password', rawId: 'ada@example.com' },
            { providerId: 'google.com', rawId: '1234' },
          ],
        },
        { localId: 'off', email: 'grace@example.com', disabled: true, providerUserInfo: [] },
      ],
    }),
  },
  {
    source: 'cognito',
    file: 'cognito.json',
    text: JSON.stringify({
      Users: [
        {
          Username: 'ada',
          Attributes: [
            { Name: 'sub', Value: '99999999-2222-3333-4444-555555555555' },
            { Name: 'email', Value: 'ada@example.com' },
            { Name: 'email_verified', Value: 'true' },
            { Name: 'given_name', Value: 'Ada' },
            { Name: 'family_name', Value: 'Lovelace' },
            {
              Name: 'identities',
              Value: '[{"userId":"1234","providerName":"Google","providerType":"Google"}]',
            },
          ],
          UserCreateDate: '2026-01-02T03:04:05.678000+00:00',
          Enabled: true,
          UserStatus: 'CONFIRMED',
        },
        { Username: 'off', Attributes: [{ Name: 'sub', Value: 'off' }], Enabled: false },
      ],
    }),
  },
  {
    source: 'lucia',
    file: 'lucia.json',
    text: JSON.stringify([
      {
        id: 'abcdef123456789',
        username: 'ada',
        email: 'ada@example.com',
        email_verified: 1,
        name: 'Ada Lovelace',
        password_hash: bcryptHash,
        google_id: '1234',
      },
    ]),
  },
  {
    source: 'passport',
    file: 'passport.csv',
    text: `id,email,displayName,googleId,hash\r\n1,ada@example.com,Ada Lovelace,1234,${bcryptHash}\r\n`,
  },
  {
    source: 'csv',
    file: 'people.csv',
    columns: ['email=mail_address', 'name=called'],
    text: `\uFEFFid,mail_address,called,password_hash,email_verified,google_id
1,ada@example.com,Ada Lovelace,${bcryptHash},yes,1234
`,
  },
]
