import {
  array,
  boolean,
  enums,
  integer,
  max,
  min,
  nullable,
  object,
  optional,
  size,
  string,
  type,
  type Infer,
} from 'superstruct'
import { endpoint } from '../../http/endpoint.ts'
import { LOCALES } from '../../text/locale.ts'
import { Id, Nothing, status, textUpTo } from '../../fields/wire-fields.ts'
import { CalendarDay } from '../../import/import-key.ts'
import { MediaPath } from './title-edit.ts'

const EDITORS = ['owner', 'editor'] as const

const Show = type({
  id: integer(),
  names: type({ en: optional(string()), mr: optional(string()) }),
  spoken: enums(LOCALES),
  /** As a title of the list has it. */
  state: string(),
  /** Whether the whole show is free, so that each episode is. */
  is_free: boolean(),
  /** Whether the last episode was free: the next one begins like it. */
  was_free: boolean(),
  /** Of the next episode. */
  number: integer(),
  last: nullable(string()),
})
export type Show = Infer<typeof Show>

export const deskShows = endpoint({
  auth: 'staff',
  roles: EDITORS,
  method: 'GET',
  path: '/api/desk/shows/',
  input: Nothing,
  reply: type({ status, shows: array(Show) }),
  summary: 'Titles that get new episodes, the last changed first',
})

const Words = object({ name: textUpTo(300), description: textUpTo(2_000) })
export const NewEpisode = object({
  id: Id,
  audio: MediaPath,
  en: Words,
  mr: Words,
  number: max(min(integer(), 0), 100_000),
  published: CalendarDay,
  isFree: boolean(),
})
/** Needs no version: an episode is added behind those that are there, whoever saves meanwhile. */
export const deskAddEpisode = endpoint({
  auth: 'staff',
  roles: EDITORS,
  method: 'POST',
  path: '/api/desk/shows/:id/episodes/',
  input: NewEpisode,
  reply: type({ status, state: string(), slug: size(string(), 1, 300), change: integer() }),
  faults: ['notFound', 'inTrash', 'nameNeeded', 'repeated'],
  summary: 'Add an episode to a title',
})
