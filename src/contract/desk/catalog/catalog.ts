import {
  array,
  boolean,
  enums,
  integer,
  nullable,
  object,
  optional,
  pattern,
  size,
  string,
  type,
  type Infer,
} from 'superstruct'
import { endpoint } from '../../http/endpoint.ts'
import { Id, Nothing, status } from '../../fields/wire-fields.ts'
import { EDITORS } from '../staff/roles.ts'
import { Names } from '../list-fields.ts'

/** Endpoints of the desk for the whole catalog: import and export of tables, and the catalog doctor. */

const TABLE_BYTES = 8 * 1024 * 1024
export const TABLES = [
  'titles',
  'tracks',
  'reviews',
  'people',
  'categories',
  'series',
  'plans',
  'menu',
  'faq',
  'testimonials',
  'news',
  'coupons',
  'texts',
  'banners',
  'ebooks',
  'notifications',
  'synonyms',
] as const

const TableFault = type({
  line: integer(),
  key: nullable(string()),
  field: string(),
  reason: string(),
  given: nullable(string()),
  nearest: nullable(string()),
  /** Nothing of the row, or of the file, was taken. */
  is_left_out: boolean(),
})
const TableChange = type({
  key: string(),
  /** By language. */
  names: object({ en: optional(string()), mr: optional(string()) }),
  line: integer(),
  is_new: boolean(),
  fields: array(type({ field: string(), before: nullable(string()), after: nullable(string()) })),
})
const ImportReply = type({
  status,
  /** Of the catalog that was compared with: it is sent back to apply what was shown. */
  version: string(),
  is_applied: boolean(),
  rows: integer(),
  changed: integer(),
  faults: array(TableFault),
  changes: array(TableChange),
  /** Rows that were left out, and rows that were taken with a note. Replies name two hundred faults, those of rows left out first. */
  left_out_count: integer(),
  noted_count: integer(),
  /** How many there are in all: replies name the first two hundred. */
  change_count: integer(),
  /** Takes an applied table back, where it can be. */
  change: nullable(integer()),
})
export type ImportReport = Infer<typeof ImportReply>

export const deskImport = endpoint({
  auth: 'staff',
  roles: EDITORS,
  method: 'POST',
  path: '/api/desk/catalog/import/',
  input: object({
    table: enums(TABLES),
    format: enums(['csv', 'json', 'jsonl']),
    /** Base64 of the file: its letters may be in another encoding than UTF-8. */
    content: size(string(), 1, Math.ceil((TABLE_BYTES * 4) / 3) + 4),
    /** Absent: shows what would change, and changes nothing. */
    version: optional(pattern(string(), /^\d{1,19}$/)),
  }),
  maxBytes: Math.ceil((TABLE_BYTES * 4) / 3) + 1024,
  reply: ImportReply,
  faults: ['changedMeanwhile', 'busy'],
  summary: 'Show what a table would change, or apply it',
})
export const deskExport = endpoint({
  auth: 'staff',
  roles: EDITORS,
  method: 'GET',
  path: '/api/desk/catalog/export/:table/',
  input: object({ table: enums(TABLES) }),
  /** CSV as the import reads it; empty when the shop has no such rows. */
  reply: type({ status, name: string(), text: string() }),
  summary: 'A table of the catalog, which imports again without a change',
})

/** What the catalog doctor looks for. */
export const FINDINGS = [
  'english',
  'marathi',
  'cover',
  'sample',
  'tracks',
  'silent',
  'seconds',
  'author',
  'category',
  'price',
  'onePrice',
  'slug',
  'script',
  'description',
  'double',
  'sameSound',
  'trackOrder',
  'emptyCategory',
  'categoryName',
  'personName',
  'deadLink',
] as const
export type Finding = (typeof FINDINGS)[number]
const DoctorItem = type({
  /** Of a title, a category, a person, or a text of the shop. */
  kind: enums(['title', 'category', 'person', 'text']),
  id: integer(),
  key: string(),
  name: string(),
  /** In both languages; absent of a text. */
  names: optional(Names),
  /** What exactly: the other title, the address. */
  detail: nullable(string()),
})
const DoctorReply = type({
  status,
  titles: integer(),
  findings: array(type({ finding: enums(FINDINGS), count: integer(), can_fix: boolean(), items: array(DoctorItem) })),
})
export type DoctorReport = Infer<typeof DoctorReply>

export const deskDoctor = endpoint({
  auth: 'staff',
  roles: ['owner', 'editor', 'support'],
  method: 'GET',
  path: '/api/desk/catalog/doctor/',
  input: Nothing,
  reply: DoctorReply,
  summary: 'What is missing or wrong in the catalog',
})
export const deskDoctorFix = endpoint({
  auth: 'staff',
  roles: EDITORS,
  method: 'POST',
  path: '/api/desk/catalog/doctor/fix/',
  input: object({ finding: enums(['trackOrder', 'emptyCategory']), id: Id }),
  reply: DoctorReply,
  faults: ['notFound'],
  summary: 'Mend one finding: number tracks anew, or remove a category without titles',
})
