import { type Equal, type Fields, holds, type Row } from './equal.ts'

// The judges themselves: each must be able to say no.
interface Sample {
  needed: string
  spare?: number
  // biome-ignore lint/suspicious/noExplicitAny: to be told from everything else
  anything: any
}

holds<Row<Sample, { needed: string }>>()
holds<Row<Sample, { spare?: number }>>()
// @ts-expect-error another type
holds<Row<Sample, { needed: number }>>()
// @ts-expect-error a wider type
holds<Row<Sample, { needed: string | undefined }>>()
// @ts-expect-error required, not optional
holds<Row<Sample, { needed?: string }>>()
// @ts-expect-error optional, not required
holds<Row<Sample, { spare: number }>>()
// @ts-expect-error no such field
holds<Row<Sample, { missing: string }>>()
// @ts-expect-error `any` is only `any`
holds<Row<Sample, { anything: unknown }>>()
// @ts-expect-error nothing is `any` by accident
holds<Equal<string, Sample['anything']>>()
// @ts-expect-error one field too few
holds<Fields<Sample, 'needed' | 'spare'>>()
// @ts-expect-error one literal too many
holds<Equal<'a' | 'b', 'a'>>()
