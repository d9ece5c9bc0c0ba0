import {
  array,
  defaulted,
  enums,
  integer,
  nullable,
  object,
  pattern,
  size,
  string,
  type,
  type Infer,
} from 'superstruct'
import { endpoint } from '../endpoint.ts'
import { Key } from '../import.ts'
import { Translations } from '../text.ts'
import { status } from '../wire-fields.ts'
import { listInput, listReply, Names } from './list-fields.ts'

const EDITORS = ['owner', 'editor'] as const

/** People and categories, which titles name by their key. */
export const NAME_KINDS = ['person', 'category'] as const
export type NameKind = (typeof NAME_KINDS)[number]
const Kind = enums(NAME_KINDS)
/** `english`, `marathi`: without a name in that language. */
export const NAME_FILTERS = ['all', 'english', 'marathi', 'unused'] as const
export type NameFilter = (typeof NAME_FILTERS)[number]

const Listed = type({
  key: string(),
  names: Names,
  /** Titles that name it, also those that are not published. */
  titles: integer(),
})
export type ListedName = Infer<typeof Listed>

export const deskNames = endpoint({
  auth: 'staff',
  roles: EDITORS,
  method: 'GET',
  path: '/api/desk/names/',
  input: object({ ...listInput, of: Kind, filter: defaulted(enums(NAME_FILTERS), 'all') }),
  reply: type({ status, ...listReply, data: array(Listed) }),
  summary: 'People or categories of the shop',
})

const Name = type({
  key: string(),
  version: string(),
  translations: Translations,
  /** Of a person: the path that a row names, and where it is seen. */
  photo: nullable(string()),
  photo_address: nullable(string()),
})
export type EditedName = Infer<typeof Name>

/** Not by a path: a key may have slashes. */
export const deskName = endpoint({
  auth: 'staff',
  roles: EDITORS,
  method: 'GET',
  path: '/api/desk/name/',
  input: object({ of: Kind, key: Key }),
  reply: type({ status, name: Name }),
  faults: ['notFound'],
  summary: 'A person or a category for its editor',
})
const Photo = pattern(string(), /^media\/people\/[a-z0-9]{8,64}$/)
export const deskSaveName = endpoint({
  auth: 'staff',
  roles: EDITORS,
  method: 'PUT',
  path: '/api/desk/name/',
  input: object({
    of: Kind,
    key: Key,
    version: size(string(), 1, 60),
    translations: Translations,
    photo: nullable(Photo),
  }),
  reply: type({ status, name: Name }),
  faults: ['notFound', 'changedMeanwhile', 'nameNeeded', 'noPicture'],
  summary: 'Save a person or a category',
})
