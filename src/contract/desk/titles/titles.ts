import { array, boolean, enums, integer, nullable, number, object, optional, size, string, type } from 'superstruct'
import { Product } from '../../catalog/catalog.ts'
import { AUDIO_TYPES } from '../../import/import.ts'
import { CalendarDay } from '../../import/import-key.ts'
import { LOCALES } from '../../text/locale.ts'
import { SeriesRef } from '../../catalog/series.ts'
import { endpoint } from '../../http/endpoint.ts'
import { Id, status, textUpTo } from '../../fields/wire-fields.ts'
import { listInput, listReply } from '../list-fields.ts'
import { STATE_CHANGES, StoredTitle, TITLE_GAPS, TITLE_STATES, TitleEdit } from './title-edit.ts'
import { EDITORS } from '../staff/roles.ts'

const State = enums(TITLE_STATES)
const Gap = enums(TITLE_GAPS)
/** Changes with every save: a save sends back the one that it began with. */
const Version = size(string(), 1, 40)
const Names = type({ en: optional(string()), mr: optional(string()) })

export const deskTitles = endpoint({
  auth: 'staff',
  roles: EDITORS,
  method: 'GET',
  path: '/api/desk/titles/',
  input: object({
    /** A name of the title or its author in either script, or a key. */
    q: optional(textUpTo(100)),
    state: optional(State),
    type: optional(enums(AUDIO_TYPES)),
    /** Titles spoken in it. */
    language: optional(enums(LOCALES)),
    gap: optional(Gap),
    page: listInput.page,
  }),
  reply: type({
    status,
    ...listReply,
    /** All titles of the shop by state; the trash is counted apart. */
    states: type({
      shown: integer(),
      scheduled: integer(),
      draft: integer(),
      hidden: integer(),
      removed: integer(),
      trash: integer(),
    }),
    titles: array(
      type({
        id: integer(),
        key: string(),
        names: Names,
        authors: array(Names),
        type: string(),
        spoken: string(),
        state: string(),
        published: string(),
        price_inr: integer(),
        price_usd: integer(),
        is_free: boolean(),
        tracks: integer(),
        seconds: number(),
        cover: nullable(string()),
        gaps: array(string()),
        /** Of a title in the trash. `stays`: then it is not deleted and stays taken down, because somebody owns it or an order names it. */
        trash: nullable(type({ until: string(), stays: boolean() })),
      }),
    ),
  }),
  summary: 'Titles of the shop for its editors, the last changed first',
})

/** Lists of names of which a title names some. */
export const CHOICE_LISTS = ['people', 'categories', 'series'] as const
export type ChoiceList = (typeof CHOICE_LISTS)[number]
const Choice = type({ key: string(), names: Names, kind: optional(string()) })

export const deskTitle = endpoint({
  auth: 'staff',
  roles: EDITORS,
  method: 'GET',
  path: '/api/desk/titles/:id/',
  input: object({ id: Id }),
  reply: type({
    status,
    id: integer(),
    key: string(),
    slug: string(),
    state: string(),
    version: string(),
    /** Listeners who bought it or got it as a gift. */
    owners: integer(),
    gaps: array(string()),
    title: StoredTitle,
    /** The cover that is shown; also the one that the shop drew. */
    cover: nullable(string()),
    /** Of the keys in the title. */
    people: array(Choice),
    categories: array(Choice),
    series: array(Choice),
    /** Of the saved title; `audio` names a track in `title`. Absent from a server of an older release. */
    sound: optional(
      type({
        sample: enums(['own', 'made', 'none']),
        tracks: array(type({ audio: string(), state: enums(['waiting', 'ready', 'failed']), findings: integer() })),
      }),
    ),
    /** The last change at the desk. */
    changed: nullable(type({ staff: string(), at: string() })),
  }),
  faults: ['notFound'],
  summary: 'A title for its editor',
})
/** As the rebuild reads a published title: for the preview of its page. */
export const deskTitlePage = endpoint({
  auth: 'staff',
  roles: EDITORS,
  method: 'GET',
  path: '/api/desk/titles/:id/page/',
  input: object({ id: Id }),
  reply: type({
    status,
    title: type({ ...Product.schema, related_ids: array(integer()), series: optional(nullable(SeriesRef)) }),
  }),
  faults: ['notFound'],
  summary: 'A title as its page shows it, published or not',
})
export const deskCreateTitle = endpoint({
  auth: 'staff',
  roles: EDITORS,
  method: 'POST',
  path: '/api/desk/titles/',
  input: object({ type: enums(AUDIO_TYPES), spoken: enums(LOCALES), name: size(string(), 1, 300) }),
  reply: type({ status, id: integer(), key: string() }),
  faults: ['nameNeeded'],
  summary: 'Start a title: a draft that no page shows',
})
/** Refused with `changedMeanwhile` when somebody saved since `version`: nothing is overwritten unseen. */
export const deskSaveTitle = endpoint({
  auth: 'staff',
  roles: EDITORS,
  method: 'PUT',
  path: '/api/desk/titles/:id/',
  input: object({ id: Id, version: Version, title: TitleEdit }),
  reply: type({ status, version: string(), change: nullable(integer()), warnings: array(string()) }),
  faults: ['notFound', 'changedMeanwhile', 'inTrash'],
  maxBytes: 12 * 1024 * 1024,
  summary: 'Save a title',
})
export const deskChangeState = endpoint({
  auth: 'staff',
  roles: EDITORS,
  method: 'POST',
  path: '/api/desk/titles/:id/state/',
  input: object({ id: Id, version: Version, change: enums(STATE_CHANGES), published: optional(CalendarDay) }),
  reply: type({ status, version: string(), state: string(), owners: integer(), change: integer() }),
  faults: ['notFound', 'changedMeanwhile', 'inTrash', 'notFuture', 'noRecording'],
  summary: 'Publish, schedule, hide or delete a title, or bring it back',
})

export const deskChoices = endpoint({
  auth: 'staff',
  roles: EDITORS,
  method: 'GET',
  path: '/api/desk/choices/',
  input: object({ of: enums(CHOICE_LISTS), q: optional(textUpTo(100)) }),
  reply: type({ status, choices: array(Choice) }),
  summary: 'People, categories or series that a title may name',
})
export const deskAddChoice = endpoint({
  auth: 'staff',
  roles: EDITORS,
  method: 'POST',
  path: '/api/desk/choices/',
  input: object({
    of: enums(CHOICE_LISTS),
    kind: optional(enums(['genre', 'kids', 'languagelab'])),
    en: optional(textUpTo(300)),
    mr: optional(textUpTo(300)),
  }),
  reply: type({ status, choice: Choice }),
  faults: ['nameNeeded'],
  summary: 'Add a person, a category or a series',
})
