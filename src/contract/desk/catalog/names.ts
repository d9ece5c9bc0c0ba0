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
import { endpoint } from '../../http/endpoint.ts'
import { Key } from '../../import/import-key.ts'
import { Translations } from '../../text/text.ts'
import { status } from '../../fields/wire-fields.ts'
import { listInput, listReply, Names } from '../list-fields.ts'

const EDITORS = ['owner', 'editor'] as const

/** People, categories and series, which titles name by their key. */
export const NAME_KINDS = ['person', 'category', 'series'] as const
export type NameKind = (typeof NAME_KINDS)[number]
const Kind = enums(NAME_KINDS)
/** By the lists of names that a title names some of. */
export const KIND_OF_LIST = { people: 'person', categories: 'category', series: 'series' } as const
/** `english`, `marathi`: without a name in that language. */
const NAME_FILTERS = ['all', 'english', 'marathi', 'unused'] as const
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
  summary: 'People, categories or series of the shop',
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
  summary: 'A person, a category or a series for its editor',
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
  /** `change`: undone by `deskUndo`; null when nothing was changed. */
  reply: type({ status, name: Name, change: nullable(integer()) }),
  faults: ['notFound', 'changedMeanwhile', 'nameNeeded', 'noPicture'],
  summary: 'Save a person, a category or a series',
})
