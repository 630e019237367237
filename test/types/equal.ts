/** True only when two types are the same, down to optionality and `any`. */
export type Equal<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false

/** A row of a table: the type has this field, with exactly this type, exactly as optional. */
export type Row<Type, Field extends object> = keyof Field extends keyof Type
  ? Equal<Pick<Type, keyof Field>, Field>
  : false

/** A table is complete: the type has these fields and no others. */
export type Fields<Type, Names extends PropertyKey> = Equal<keyof Type, Names>

/** Compiles only for `true`. */
export declare function holds<_Claim extends true>(): void
