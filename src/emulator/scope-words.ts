/** Permissions in words, and the scopes that platforms have for them. Of a scope that is a URL, only the last segment stands here. */
const words: Readonly<Record<string, readonly string[]>> = {
  'Your identity': ['openid', 'user.external_id'],
  'Name and picture': [
    'profile',
    'basic',
    'basicProfile',
    'basic_profile',
    'current_user:read',
    'get_user_info',
    'identify',
    'identity',
    'instagram_business_basic',
    'login:info',
    'public',
    'publicData',
    'public_profile',
    'read:accounts',
    'read:me',
    'read:user',
    'read_user',
    'snsapi_userinfo',
    'spark:people_read',
    'threads_basic',
    'user',
    'user.info.basic',
    'user:profile:read',
    'user:read',
    'user_accounts:read',
    'user_info',
    'userinfo',
    'users.read',
    'users:read',
    'view_profile',
    'vkid.personal_info',
    'wallet:user:read',
    'account_info.read',
    'AaaServer.profile.READ',
    'User.Read',
    'userinfo.profile',
  ],
  Name: ['name', 'user.display_name'],
  Picture: ['login:avatar', 'user.bitmoji.avatar'],
  'Email address': [
    'email',
    'email_r',
    'identity[email]',
    'login:email',
    'user-read-email',
    'user.email:read',
    'user:email',
    'user:read:email',
    'wallet:user:email',
    'userinfo.email',
  ],
  'Phone number': ['phone', 'phoneNumber'],
  Address: ['address'],
  'Access while you are away': ['offline_access', 'offline.access'],
  'Posts, to read': ['tweet.read'],
  'Tasks, to read': ['data:read'],
  'Repositories, to read and change': ['repo', 'public_repo'],
  'Organizations, to read': ['read:org'],
  'Your account, to read': ['read', 'oauth', 'auth'],
  'Your account, to read and change': ['read_write', 'write'],
}

const byScope = new Map(
  Object.entries(words).flatMap(([said, scopes]) =>
    scopes.map((scope): [string, string] => [scope, said]),
  ),
)

/** The meaning of a scope, for platforms that do not describe theirs; undefined if it is unknown. */
export function scopeInWords(scope: string): string | undefined {
  const isAddress = scope.startsWith('https://')
  return byScope.get(isAddress ? scope.slice(scope.lastIndexOf('/') + 1) : scope)
}
