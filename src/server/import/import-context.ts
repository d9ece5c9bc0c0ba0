import type { MediaStore } from '../adapters/media/port.ts'
import type { Db } from '../db/connect.ts'
import type { Files } from './media/files.ts'
import type { MissingPolicy } from './existing.ts'
import type { ImportReport } from './report.ts'

export type Progress = (done: { titles: number }) => void
export type ImportContext = { db: Db; media: MediaStore; now: () => Date; report?: ImportReport; progress?: Progress }

/** Shared by the steps of one import. */
export type Import = {
  db: Db
  now: Date
  report: ImportReport
  files: Files
  terms: Set<string>
  missing: MissingPolicy
}
