/** A row of a file, or why there is none. */
export type FileRow =
  | { readonly line: number; readonly row: Readonly<Record<string, unknown>> }
  | { readonly line: number; readonly problem: string }
