/** The option of Microsoft's platforms that names one directory. */
export type MicrosoftTenant = {
  /** The id or a domain of the directory whose people may come: short for its `issuer`. Default: the issuer's, which is that of everybody. */
  tenantId?: string | undefined
}

/** The options with the issuer of the directory that they name. An `issuer` that stands beside it counts. */
export function withMicrosoftTenant<Options extends MicrosoftTenant>({
  tenantId,
  ...options
}: Options): object {
  // Even an empty one is no word for everybody.
  if (tenantId === undefined) return options
  return { issuer: `https://login.microsoftonline.com/${tenantId}/v2.0`, ...options }
}
