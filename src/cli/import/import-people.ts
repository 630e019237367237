import type { Storage } from '../../types/storage.ts'
import type { ImportedPerson, People } from './person.ts'
import { count, countBad, createReport, type ImportReport, isBad } from './report.ts'
import type { Target } from './target.ts'
import { type Outcome, writePerson } from './write-person.ts'

/** The number of people to write in one transaction. */
const batchSize = 50

/** Imports people, batch by batch. It may be stopped at any time, and run again. */
export async function importPeople(
  target: Target,
  source: string,
  people: People,
  progress: (read: number) => void = () => {},
): Promise<ImportReport> {
  const report = createReport(target.dry)
  let batch: ImportedPerson[] = []
  let read = 0
  const flush = async () => {
    for (const outcome of await writeBatch(target, source, batch)) count(report, outcome)
    read += batch.length
    batch = []
    progress(read)
  }
  for await (const row of people) {
    if (isBad(row)) countBad(report, row)
    else if (batch.push(row) >= (target.storage.transaction ? batchSize : 1)) await flush()
  }
  if (batch.length > 0) await flush()
  return report
}

/** Writes a batch in one transaction. If that fails, writes each person alone, so that one bad row affects nobody else. */
async function writeBatch(
  target: Target,
  source: string,
  batch: readonly ImportedPerson[],
): Promise<Outcome[]> {
  const write = (people: readonly ImportedPerson[]) =>
    inTransaction(target, async (storage) => {
      const outcomes: Outcome[] = []
      for (const person of people) outcomes.push(await writePerson(target, storage, source, person))
      return outcomes
    })
  try {
    return await write(batch)
  } catch {
    const outcomes: Outcome[] = []
    for (const person of batch) outcomes.push(...(await write([person]).catch(failed(person))))
    return outcomes
  }
}

function inTransaction<T>({ storage, dry }: Target, work: (storage: Storage) => Promise<T>) {
  return storage.transaction && !dry ? storage.transaction(work) : work(storage)
}

/** The outcome of a failure. Messages of Portico's errors hold no values; those of drivers may. */
function failed({ place }: ImportedPerson): (thrown: unknown) => Outcome[] {
  return (thrown) => {
    const isOurs = thrown instanceof Error && 'hint' in thrown
    if (isOurs && 'code' in thrown && thrown.code === 'StorageError') throw thrown
    const reason = isOurs ? thrown.message : 'could not be written'
    return [{ place, taken: [], known: [], left: [{ thing: 'user', reason }] }]
  }
}
