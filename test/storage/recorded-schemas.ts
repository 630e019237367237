type Statements = Readonly<Record<'sqlite' | 'postgres' | 'mysql', string>>

/** A schema that databases were made with, from nothing or step by step. */
export interface RecordedSchema {
  name: string
  /** The last step that had run. */
  version: number
  /** What `migrate --print` wrote at that time, step after step. */
  statements: readonly Statements[]
  /** Sessions had a time of the sign-in, in this form. */
  authTime?: Statements
}

const versionThree: Statements = {
  sqlite: `
create table "portico_migrations" (
  "version" integer not null primary key,
  "name" text not null,
  "applied" integer not null
);
create table "users" (
  "id" text not null,
  "name" text,
  "email" text,
  "emailVerified" text,
  "image" text,
  primary key ("id")
);
create unique index "portico_users_email" on "users" ("email");
create table "accounts" (
  "userId" text not null,
  "type" text not null,
  "provider" text not null,
  "providerAccountId" text not null,
  "refresh_token" text,
  "access_token" text,
  "expires_at" integer,
  "token_type" text,
  "scope" text,
  "id_token" text,
  "session_state" text,
  primary key ("provider", "providerAccountId"),
  foreign key ("userId") references "users" ("id") on delete cascade
);
create index "portico_accounts_userId" on "accounts" ("userId");
create table "sessions" (
  "sessionToken" text not null,
  "userId" text not null,
  "expires" text not null,
  primary key ("sessionToken"),
  foreign key ("userId") references "users" ("id") on delete cascade
);
create index "portico_sessions_userId" on "sessions" ("userId");
create index "portico_sessions_expires" on "sessions" ("expires");
create table "verification_token" (
  "identifier" text not null,
  "token" text not null,
  "expires" text not null,
  primary key ("identifier", "token")
);
create index "portico_verification_token_expires" on "verification_token" ("expires");
create table "authenticators" (
  "credentialID" text not null,
  "userId" text not null,
  "providerAccountId" text not null,
  "credentialPublicKey" text not null,
  "counter" integer not null,
  "credentialDeviceType" text not null,
  "credentialBackedUp" integer not null,
  "transports" text,
  primary key ("credentialID"),
  foreign key ("userId") references "users" ("id") on delete cascade
);
create index "portico_authenticators_userId" on "authenticators" ("userId");
alter table "users" add column "extra" text;
alter table "accounts" add column "refresh_expires_at" integer;
alter table "accounts" add column "extra" text;
alter table "sessions" add column "createdAt" text;
alter table "sessions" add column "lastUsedAt" text;
alter table "sessions" add column "userAgent" text;
alter table "sessions" add column "ip" text;
alter table "authenticators" add column "name" text;
alter table "authenticators" add column "createdAt" text;
alter table "authenticators" add column "lastUsedAt" text;
create table "portico_claims" (
  "key" text not null,
  "expires" integer not null,
  primary key ("key")
);
create index "portico_claims_expires" on "portico_claims" ("expires");
create table "portico_limits" (
  "key" text not null,
  "uses" integer not null,
  "expires" integer not null,
  primary key ("key")
);
create index "portico_limits_expires" on "portico_limits" ("expires");
create table "portico_audit" (
  "id" text not null,
  "at" integer not null,
  "event" text not null,
  "userId" text,
  "provider" text,
  "ip" text,
  "userAgent" text,
  "detail" text,
  primary key ("id")
);
create index "portico_audit_userId_at" on "portico_audit" ("userId", "at");
`,
  postgres: `
create table "portico_migrations" (
  "version" bigint not null primary key,
  "name" text not null,
  "applied" bigint not null
);
create table "users" (
  "id" text not null,
  "name" text,
  "email" text,
  "emailVerified" timestamp with time zone,
  "image" text,
  primary key ("id")
);
create unique index "portico_users_email" on "users" ("email");
create table "accounts" (
  "userId" text not null,
  "type" text not null,
  "provider" text not null,
  "providerAccountId" text not null,
  "refresh_token" text,
  "access_token" text,
  "expires_at" bigint,
  "token_type" text,
  "scope" text,
  "id_token" text,
  "session_state" text,
  primary key ("provider", "providerAccountId"),
  foreign key ("userId") references "users" ("id") on delete cascade
);
create index "portico_accounts_userId" on "accounts" ("userId");
create table "sessions" (
  "sessionToken" text not null,
  "userId" text not null,
  "expires" timestamp with time zone not null,
  primary key ("sessionToken"),
  foreign key ("userId") references "users" ("id") on delete cascade
);
create index "portico_sessions_userId" on "sessions" ("userId");
create index "portico_sessions_expires" on "sessions" ("expires");
create table "verification_token" (
  "identifier" text not null,
  "token" text not null,
  "expires" timestamp with time zone not null,
  primary key ("identifier", "token")
);
create index "portico_verification_token_expires" on "verification_token" ("expires");
create table "authenticators" (
  "credentialID" text not null,
  "userId" text not null,
  "providerAccountId" text not null,
  "credentialPublicKey" text not null,
  "counter" bigint not null,
  "credentialDeviceType" text not null,
  "credentialBackedUp" boolean not null,
  "transports" text,
  primary key ("credentialID"),
  foreign key ("userId") references "users" ("id") on delete cascade
);
create index "portico_authenticators_userId" on "authenticators" ("userId");
alter table "users" add column "extra" text;
alter table "accounts" add column "refresh_expires_at" bigint;
alter table "accounts" add column "extra" text;
alter table "sessions" add column "createdAt" timestamp with time zone;
alter table "sessions" add column "lastUsedAt" timestamp with time zone;
alter table "sessions" add column "userAgent" text;
alter table "sessions" add column "ip" text;
alter table "authenticators" add column "name" text;
alter table "authenticators" add column "createdAt" timestamp with time zone;
alter table "authenticators" add column "lastUsedAt" timestamp with time zone;
create table "portico_claims" (
  "key" text not null,
  "expires" bigint not null,
  primary key ("key")
);
create index "portico_claims_expires" on "portico_claims" ("expires");
create table "portico_limits" (
  "key" text not null,
  "uses" bigint not null,
  "expires" bigint not null,
  primary key ("key")
);
create index "portico_limits_expires" on "portico_limits" ("expires");
create table "portico_audit" (
  "id" text not null,
  "at" bigint not null,
  "event" text not null,
  "userId" text,
  "provider" text,
  "ip" text,
  "userAgent" text,
  "detail" text,
  primary key ("id")
);
create index "portico_audit_userId_at" on "portico_audit" ("userId", "at");
`,
  mysql: `
create table \`portico_migrations\` (
  \`version\` bigint not null primary key,
  \`name\` varchar(255) not null,
  \`applied\` bigint not null
) engine = InnoDB default character set utf8mb4 collate utf8mb4_nopad_bin;
create table \`users\` (
  \`id\` varchar(255) not null,
  \`name\` text,
  \`email\` varchar(255),
  \`emailVerified\` datetime(3),
  \`image\` text,
  primary key (\`id\`)
) engine = InnoDB default character set utf8mb4 collate utf8mb4_nopad_bin;
create unique index \`portico_users_email\` on \`users\` (\`email\`);
create table \`accounts\` (
  \`userId\` varchar(255) not null,
  \`type\` varchar(255) not null,
  \`provider\` varchar(255) not null,
  \`providerAccountId\` varchar(255) not null,
  \`refresh_token\` text,
  \`access_token\` text,
  \`expires_at\` bigint,
  \`token_type\` text,
  \`scope\` text,
  \`id_token\` text,
  \`session_state\` text,
  primary key (\`provider\`, \`providerAccountId\`),
  foreign key (\`userId\`) references \`users\` (\`id\`) on delete cascade
) engine = InnoDB default character set utf8mb4 collate utf8mb4_nopad_bin;
create index \`portico_accounts_userId\` on \`accounts\` (\`userId\`);
create table \`sessions\` (
  \`sessionToken\` varchar(255) not null,
  \`userId\` varchar(255) not null,
  \`expires\` datetime(3) not null,
  primary key (\`sessionToken\`),
  foreign key (\`userId\`) references \`users\` (\`id\`) on delete cascade
) engine = InnoDB default character set utf8mb4 collate utf8mb4_nopad_bin;
create index \`portico_sessions_userId\` on \`sessions\` (\`userId\`);
create index \`portico_sessions_expires\` on \`sessions\` (\`expires\`);
create table \`verification_token\` (
  \`identifier\` varchar(255) not null,
  \`token\` varchar(255) not null,
  \`expires\` datetime(3) not null,
  primary key (\`identifier\`, \`token\`)
) engine = InnoDB default character set utf8mb4 collate utf8mb4_nopad_bin;
create index \`portico_verification_token_expires\` on \`verification_token\` (\`expires\`);
create table \`authenticators\` (
  \`credentialID\` varchar(255) not null,
  \`userId\` varchar(255) not null,
  \`providerAccountId\` varchar(255) not null,
  \`credentialPublicKey\` text not null,
  \`counter\` bigint not null,
  \`credentialDeviceType\` varchar(255) not null,
  \`credentialBackedUp\` boolean not null,
  \`transports\` text,
  primary key (\`credentialID\`),
  foreign key (\`userId\`) references \`users\` (\`id\`) on delete cascade
) engine = InnoDB default character set utf8mb4 collate utf8mb4_nopad_bin;
create index \`portico_authenticators_userId\` on \`authenticators\` (\`userId\`);
alter table \`users\` add column \`extra\` mediumtext;
alter table \`accounts\` add column \`refresh_expires_at\` bigint;
alter table \`accounts\` add column \`extra\` mediumtext;
alter table \`sessions\` add column \`createdAt\` datetime(3);
alter table \`sessions\` add column \`lastUsedAt\` datetime(3);
alter table \`sessions\` add column \`userAgent\` text;
alter table \`sessions\` add column \`ip\` text;
alter table \`authenticators\` add column \`name\` text;
alter table \`authenticators\` add column \`createdAt\` datetime(3);
alter table \`authenticators\` add column \`lastUsedAt\` datetime(3);
create table \`portico_claims\` (
  \`key\` varchar(255) not null,
  \`expires\` bigint not null,
  primary key (\`key\`)
) engine = InnoDB default character set utf8mb4 collate utf8mb4_nopad_bin;
create index \`portico_claims_expires\` on \`portico_claims\` (\`expires\`);
create table \`portico_limits\` (
  \`key\` varchar(255) not null,
  \`uses\` bigint not null,
  \`expires\` bigint not null,
  primary key (\`key\`)
) engine = InnoDB default character set utf8mb4 collate utf8mb4_nopad_bin;
create index \`portico_limits_expires\` on \`portico_limits\` (\`expires\`);
create table \`portico_audit\` (
  \`id\` varchar(255) not null,
  \`at\` bigint not null,
  \`event\` varchar(255) not null,
  \`userId\` varchar(255),
  \`provider\` text,
  \`ip\` text,
  \`userAgent\` text,
  \`detail\` mediumtext,
  primary key (\`id\`)
) engine = InnoDB default character set utf8mb4 collate utf8mb4_nopad_bin;
create index \`portico_audit_userId_at\` on \`portico_audit\` (\`userId\`, \`at\`);
`,
}

/** Step 4 as it first was. */
const firstFour: Statements = {
  sqlite: `
alter table "sessions" add column "authTime" text;
alter table "sessions" add column "amr" text;
`,
  postgres: `
alter table "sessions" add column "authTime" timestamp with time zone;
alter table "sessions" add column "amr" text;
`,
  mysql: `
alter table \`sessions\` add column \`authTime\` datetime(3);
alter table \`sessions\` add column \`amr\` mediumtext;
`,
}

/** Step 4 as it is: a session is checked on every request, and numbers cost less than dates. */
const four: Statements = {
  sqlite: `
alter table "sessions" add column "authTime" integer;
alter table "sessions" add column "amr" text;
`,
  postgres: `
alter table "sessions" add column "authTime" bigint;
alter table "sessions" add column "amr" text;
`,
  mysql: `
alter table \`sessions\` add column \`authTime\` bigint;
alter table \`sessions\` add column \`amr\` text;
`,
}

/** Step 5. */
const five: Statements = {
  sqlite: `
create table "portico_leases" (
  "key" text not null,
  "owner" text not null,
  "expires" integer not null,
  primary key ("key")
);
create index "portico_leases_expires" on "portico_leases" ("expires");
create index "portico_audit_at" on "portico_audit" ("at");
`,
  postgres: `
create table "portico_leases" (
  "key" text not null,
  "owner" text not null,
  "expires" bigint not null,
  primary key ("key")
);
create index "portico_leases_expires" on "portico_leases" ("expires");
create index "portico_audit_at" on "portico_audit" ("at");
`,
  mysql: `
create table \`portico_leases\` (
  \`key\` varchar(255) not null,
  \`owner\` varchar(255) not null,
  \`expires\` bigint not null,
  primary key (\`key\`)
) engine = InnoDB default character set utf8mb4 collate utf8mb4_nopad_bin;
create index \`portico_leases_expires\` on \`portico_leases\` (\`expires\`);
create index \`portico_audit_at\` on \`portico_audit\` (\`at\`);
`,
}

const six: Statements = {
  sqlite: `
create table "portico_items" (
  "id" text not null,
  "kind" text not null,
  "lookup" text not null,
  "userId" text,
  "data" text not null,
  "sealed" text,
  "version" integer not null,
  "createdAt" text not null,
  "lastUsedAt" text,
  "expires" text,
  primary key ("id"),
  foreign key ("userId") references "users" ("id") on delete cascade
);
create unique index "portico_items_kind_lookup" on "portico_items" ("kind", "lookup");
create index "portico_items_userId_kind" on "portico_items" ("userId", "kind");
create index "portico_items_expires" on "portico_items" ("expires");
`,
  postgres: `
create table "portico_items" (
  "id" text not null,
  "kind" text not null,
  "lookup" text not null,
  "userId" text,
  "data" text not null,
  "sealed" text,
  "version" bigint not null,
  "createdAt" timestamp with time zone not null,
  "lastUsedAt" timestamp with time zone,
  "expires" timestamp with time zone,
  primary key ("id"),
  foreign key ("userId") references "users" ("id") on delete cascade
);
create unique index "portico_items_kind_lookup" on "portico_items" ("kind", "lookup");
create index "portico_items_userId_kind" on "portico_items" ("userId", "kind");
create index "portico_items_expires" on "portico_items" ("expires");
`,
  mysql: `
create table \`portico_items\` (
  \`id\` varchar(255) not null,
  \`kind\` varchar(255) not null,
  \`lookup\` varchar(255) not null,
  \`userId\` varchar(255),
  \`data\` mediumtext not null,
  \`sealed\` text,
  \`version\` bigint not null,
  \`createdAt\` datetime(3) not null,
  \`lastUsedAt\` datetime(3),
  \`expires\` datetime(3),
  primary key (\`id\`),
  foreign key (\`userId\`) references \`users\` (\`id\`) on delete cascade
) engine = InnoDB default character set utf8mb4 collate utf8mb4_nopad_bin;
create unique index \`portico_items_kind_lookup\` on \`portico_items\` (\`kind\`, \`lookup\`);
create index \`portico_items_userId_kind\` on \`portico_items\` (\`userId\`, \`kind\`);
create index \`portico_items_expires\` on \`portico_items\` (\`expires\`);
`,
}

const seven: Statements = {
  sqlite: `
create index "portico_users_email_search" on "users" (lower(substr("email", 1, 100)), "id");
create index "portico_users_name_search" on "users" (lower(substr("name", 1, 100)), "id");
create index "portico_audit_event_at" on "portico_audit" ("event", "at");
`,
  postgres: `
create index "portico_users_email_search" on "users" ((lower(left("email", 100)) collate "C"), "id");
create index "portico_users_name_search" on "users" ((lower(left("name", 100)) collate "C"), "id");
create index "portico_audit_event_at" on "portico_audit" ("event", "at");
`,
  mysql: `
create index \`portico_users_name_search\` on \`users\` (\`name\`(100), \`id\`);
create index \`portico_audit_event_at\` on \`portico_audit\` (\`event\`, \`at\`);
`,
}

/** Others than MySQL have an index for it since the step before. */
const eight: Statements = {
  sqlite: '',
  postgres: '',
  mysql: `
alter table \`users\` add column \`portico_name_folded\` varchar(100) character set utf8mb4 collate utf8mb4_bin generated always as (lower(left(\`name\`, 100))) virtual;
create index \`portico_users_name_folded\` on \`users\` (\`portico_name_folded\`, \`id\`);
`,
}

const nine: Statements = {
  sqlite: `
alter table "accounts" add column "accountName" text;
`,
  postgres: `
alter table "accounts" add column "accountName" text;
`,
  mysql: `
alter table \`accounts\` add column \`accountName\` text;
`,
}

/** 2026-01-01 as a date of each database, and in seconds. */
const asDate = {
  sqlite: `'2026-01-01T00:00:00.000Z'`,
  postgres: `'2026-01-01 00:00:00Z'`,
  mysql: `'2026-01-01 00:00:00'`,
}
const inSeconds = { sqlite: '1767225600', postgres: '1767225600', mysql: '1767225600' }

/** Every schema that databases may have, from the first milestone on. A new step is recorded here when it is written. */
export const recordedSchemas: readonly RecordedSchema[] = [
  { name: 'version 3', version: 3, statements: [versionThree] },
  {
    name: 'version 4, which had dates',
    version: 4,
    statements: [versionThree, firstFour],
    authTime: asDate,
  },
  {
    name: 'version 5, made from that',
    version: 5,
    statements: [versionThree, firstFour, five],
    authTime: asDate,
  },
  {
    name: 'version 5',
    version: 5,
    statements: [versionThree, four, five],
    authTime: inSeconds,
  },
  {
    name: 'version 6',
    version: 6,
    statements: [versionThree, four, five, six],
    authTime: inSeconds,
  },
  {
    name: 'version 7',
    version: 7,
    statements: [versionThree, four, five, six, seven],
    authTime: inSeconds,
  },
  {
    name: 'version 8',
    version: 8,
    statements: [versionThree, four, five, six, seven, eight],
    authTime: inSeconds,
  },
  {
    name: 'version 9',
    version: 9,
    statements: [versionThree, four, five, six, seven, eight, nine],
    authTime: inSeconds,
  },
]
