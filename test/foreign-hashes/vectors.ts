/** The password of all hashes that name no other. Its characters differ between NFC, NFD and NFKC. */
export const usualPassword = 'pässwörd ﬁ ½'

/** A hash that another library made. */
export interface Vector {
  /** The library, with the version that wrote it. */
  readonly by: string
  readonly hash: string
  readonly password?: string
}

/** Firebase's sample: https://github.com/firebase/scrypt#password-hashing */
const firebaseKey =
  'jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA=='

/** Microsoft's own: https://github.com/dotnet/aspnetcore, PasswordHasherTest.cs */
const aspnetPassword = 'my password'

/** What each library wrote when it was asked to hash the password. */
export const vectors: readonly Vector[] = [
  {
    by: 'Python bcrypt 5.0, $2a$',
    hash: '$2a$06$GzF7udmg5kLpfhC4dCn.wuIhsfzqcJYAwuAlVyx4Nacxg.vKeDqCG',
  },
  {
    by: 'Python bcrypt 5.0, $2b$',
    hash: '$2b$06$udSrlMBNScI79GaPFbcre.TaDdkcbES2SsBR..Ke9adFtkaK0pE92',
  },
  { by: 'PHP 8.2, $2y$', hash: '$2y$06$Q10ltDxVgF/ShS6MX65S6ehafm/o7ifiLQvWKCSDfBN0VEHeoNpgG' },
  {
    by: 'WordPress 6.8, computed by PHP 8.2',
    hash: '$wp$2y$06$iaHKKHTm6oq34HgTEuEm..Mu4tU0Fd11YBV65UuUB3RCk24BwIwbW',
  },
  { by: 'passlib 1.7, phpass as WordPress', hash: '$P$BRjnKfV81LFkBHbN5Cw1w2AP1MyMDZ.' },
  { by: 'passlib 1.7, phpass as phpBB', hash: '$H$7tQDH2flkh3L1kceddhNOuzV6/eViA1' },
  {
    by: 'Django 5.2, PBKDF2 with SHA-256',
    hash: 'pbkdf2_sha256$20000$vd556CXM0zZ0WkBg5EB0OX$GMQf4MTDAfxkxDOGGj8R3m07bGo5xAK1LDh223gOMxs=',
  },
  {
    by: 'Django 5.2, PBKDF2 with SHA-1',
    hash: 'pbkdf2_sha1$20000$JzxFSJ2ddOBozfRp7fXFaJ$WaX7TgbG3Rr7/ZZ3wmKk7G2zuuc=',
  },
  {
    by: 'Django 5.2, argon2',
    hash: 'argon2$argon2id$v=19$m=8192,t=2,p=2$TWtaeGVIaEZaRVZKWXpaTQ$FjTft8hs6Usp3fDTi/ElCcAUMyviItygm5LazlsYwco',
  },
  {
    by: 'Django 5.2, bcrypt of SHA-256',
    hash: 'bcrypt_sha256$$2b$05$rcZCCv6PsrS.GQHCxGSKY.eZK0Qsm55R.zyGcnU8.TDqPK1FkN/R2',
  },
  {
    by: 'Django 5.2, bcrypt',
    hash: 'bcrypt$$2b$05$ZZ/VD4rZm3cYHsy0xaoHpuVMgM3ibpmW0oiimmP4WUICLYJ.DyMXG',
  },
  {
    by: 'Django 5.2, scrypt',
    hash: 'scrypt$1024$7Ba2mwDI3V0mAAQwqCnfa6$8$5$MUAlA/LYKtqnrKJW9EiyukEwQmYMye02tycE/VyAp51XynQjXQRc1v0OKd7QtoAWo+r7zD3mTnOkVf36Fl6lkw==',
  },
  {
    by: 'passlib 1.7, PBKDF2 with SHA-256',
    hash: '$pbkdf2-sha256$5000$2ruXMgYAgHBOaU3JWQshhA$57ZhtFMrJOJris6qwvAHF259KxFDhRgn.m8DZaG9JCE',
  },
  {
    by: 'passlib 1.7, PBKDF2 with SHA-512',
    hash: '$pbkdf2-sha512$5000$kRIi5Pxfi1EKQYiRslZqbQ$cm1UIqOmo2PTeEIgrs5bd5.tifZM3B4xApjmQeqGKAGwOKj3uy3bJZSp./JGYBoBPp3J6TzZNl/w8vkYbn.05w',
  },
  {
    by: 'passlib 1.7, PBKDF2 with SHA-1',
    hash: '$pbkdf2$5000$wliLUQphrFWqNYZwrpXSWg$lzakYFxDbwwB4L2wi810Nmb9l3k',
  },
  {
    by: 'the same as a PHC string, as user pools write it',
    hash: '$pbkdf2-sha256$i=5000,l=32$2ruXMgYAgHBOaU3JWQshhA$57ZhtFMrJOJris6qwvAHF259KxFDhRgn+m8DZaG9JCE',
  },
  {
    by: 'passlib 1.7, argon2i',
    hash: '$argon2i$v=19$m=8192,t=2,p=2$+L+Xcm5NifEeQ+h9LyWkFA$Ge/yj2YkdMv2fCPKPXMQa44cxKU4TFqfJPZKe2tzm+I',
  },
  {
    by: 'passlib 1.7, argon2id',
    hash: '$argon2id$v=19$m=8192,t=2,p=2$nTPmvPfeOwfA+H/vfe+dMw$2AjMe/yN/Xtj2ICykD1wHFqGtXsXaHGmfb7PJlWxX2U',
  },
  {
    by: 'PHP 8.2, argon2i',
    hash: '$argon2i$v=19$m=8192,t=2,p=1$NXV1WTRCUnpmMndMMGRnSQ$vAXeCdFgZBLIRh4Xhg29g+Ru7q3eEf9FHFg46mU9pSg',
  },
  {
    by: 'Firebase',
    password: 'user1password',
    hash: `$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=${firebaseKey}$42xEC+ixf3L2lw==$lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==`,
  },
  {
    by: 'ASP.NET Identity 2',
    password: aspnetPassword,
    hash: 'AAABAgMEBQYHCAkKCwwNDg+ukCEMDf0yyQ29NYubggHIVY0sdEUfdyeM+E1LtH1uJg==',
  },
  {
    by: 'ASP.NET Identity 3, SHA-1',
    password: aspnetPassword,
    hash: 'AQAAAAAAAAD6AAAAEAhftMyfTJylOlZT+eEotFXd1elee8ih5WsjXaR3PA9M',
  },
  {
    by: 'ASP.NET Identity 3, SHA-256',
    password: aspnetPassword,
    hash: 'AQAAAAEAA9CQAAAAIESkQuj2Du8Y+kbc5lcN/W/3NiAZFEm11P27nrSN5/tId+bR1SwV8CO1Jd72r4C08OLvplNlCDc3oQZ8efcW+jQ=',
  },
  {
    by: 'ASP.NET Identity 3, SHA-512',
    password: aspnetPassword,
    hash: 'AQAAAAIAAYagAAAAEAABAgMEBQYHCAkKCwwNDg/Q8A0WMKbtHQJQ2DHCdoEeeFBrgNlldq6vH4qX/CGqGQ==',
  },
]
