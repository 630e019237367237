/** A row of a file, or the problem with it. */
export type FileRow =
  | { readonly line: number; readonly row: Readonly<Record<string, unknown>> }
  | { readonly line: number; readonly problem: string }
