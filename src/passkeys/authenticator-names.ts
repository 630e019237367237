/**
 * The makers and keepers of passkeys that people have, by AAGUID (WebAuthn §6.5.1). The pairs come from the package `aaguids`; NOTICE has
 * its licence.
 */
const names: ReadonlyMap<string, string> = new Map([
  ['bada5566-a7aa-401f-bd96-45619a55120d', '1Password'],
  ['a11a5faa-9f32-4b8c-8c5d-2f7d13e8c942', 'AliasVault'],
  ['fbfc3007-154e-4ecc-8c0b-6e020557d7bd', 'Apple Passwords'],
  ['d548826e-79b4-db40-a3d8-11116f7e8349', 'Bitwarden'],
  ['adce0002-35bc-c60a-648b-0b25f1f05503', 'Chrome on Mac'],
  ['b5397666-4885-aa6b-cebf-e52262a439a2', 'Chromium Browser'],
  ['531126d6-e717-415c-9320-3d9aa6981239', 'Dashlane'],
  ['de503f9c-21a4-4f76-b4b7-558eb55c6f89', 'Devolutions'],
  ['771b48fd-d3d4-4f74-9232-fc157ab0507a', 'Edge on Mac'],
  ['f3809540-7f14-49c1-a8b3-8f813b225541', 'Enpass'],
  ['ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4', 'Google Password Manager'],
  ['39a5647e-1853-446c-a1f6-a79bae9f5bc7', 'IDmelon'],
  ['a10c6dd9-465e-4226-8198-c7c44b91c555', 'Kaspersky Password Manager'],
  ['eaecdef2-1c31-5634-8639-f1cbd9c00a08', 'KeePassDX'],
  ['fdb141b2-5d84-443e-8a35-4698c205a502', 'KeePassXC'],
  ['0ea242b4-43c4-4a1b-8b17-dd6d0b6baec6', 'Keeper'],
  ['b78a0a55-6ef8-d246-a042-ba0f6d55050c', 'LastPass'],
  ['22248c4c-7a12-46e2-9a41-44291b373a4d', 'LogMeOnce'],
  ['d3452668-01fd-4c12-926c-83a4204853aa', 'Microsoft Password Manager'],
  ['b84e4048-15dc-4dd0-8640-f4f60813c8af', 'NordPass'],
  ['50726f74-6f6e-5061-7373-50726f746f6e', 'Proton Pass'],
  ['53414d53-554e-4700-0000-000000000000', 'Samsung Pass'],
  ['08987058-cadc-4b81-b6e1-30de50dcbe96', 'Windows Hello'],
  ['6028b017-b1d4-4c02-b4b3-afcdafc96bb2', 'Windows Hello'],
  ['9ddd1817-af5a-4672-a2b9-3e3dd95000a9', 'Windows Hello'],
  ['b35a26b2-8f6e-4697-ab1d-d44db4da28c6', 'Zoho Vault'],
  ['dd4ec289-e01d-41c9-bb89-70fa845d4bf2', 'iCloud Keychain (Managed)'],
  ['bfc748bb-3429-4faa-b9f9-7cfa9f3b76d0', 'iPasswords'],
  ['d350af52-0351-4ba2-acd3-dfeeadc3f764', 'pwSafe'],
])

/** The name that people know the maker of a passkey by; undefined where the browser does not tell, or it is no manager that we know. */
export function authenticatorName(aaguid: string): string | undefined {
  return names.get(aaguid)
}
