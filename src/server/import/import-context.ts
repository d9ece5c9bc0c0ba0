import type { MediaStore } from '../adapters/media/port.ts'
import type { Db } from '../db/connect.ts'
import type { Announce } from '../notifications/announce.ts'
import type { Files } from './media/files.ts'
import type { MissingPolicy } from './titles/existing.ts'
import type { ImportReport } from './report.ts'
import type { ReportChange } from './stored/changes.ts'

type Progress = (done: { titles: number }) => void
/** Asked before `replace` takes more than 5 percent of the titles from the shop. */
export type ConfirmRemoval = (gone: number, of: number) => Promise<boolean>
export type ImportContext = {
  confirmRemoval?: ConfirmRemoval
  db: Db
  media: MediaStore
  /** Pictures may be web addresses, and whether they may be on the own network. */
  downloads?: { allowsPrivate: boolean } | undefined
  now: () => Date
  report?: ImportReport
  reportChange?: ReportChange
  progress?: Progress
}

/** Shared by the steps of one import. */
export type Import = {
  db: Db
  now: Date
  report: ImportReport
  reportChange: ReportChange
  confirmRemoval: ConfirmRemoval
  files: Files
  /** Where the rows come from. */
  folder: string
  terms: Set<string>
  /** Ids of the words in lines that this import met. */
  lineTerms: Map<string, number>
  missing: MissingPolicy
  announce: Announce
  /** Published titles that a dry run has taken back, by key: notifications may be about their new tracks. */
  takenBack: Map<string, { id: number; tracks: string[] }>
}
