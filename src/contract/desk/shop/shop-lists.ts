import {
  array,
  enums,
  integer,
  nullable,
  object,
  optional,
  record,
  size,
  string,
  type,
  unknown,
  type Infer,
} from 'superstruct'
import { AUDIO_TYPES, SHELVES } from '../../import/import.ts'
import { endpoint } from '../../http/endpoint.ts'
import { EDITORS, ROLES, type Role } from '../staff/roles.ts'
import { Id, Nothing, status, textUpTo } from '../../fields/wire-fields.ts'
import { Names } from '../list-fields.ts'

/** Endpoints of the desk for the lists of the shop: menu, banners, news, questions, texts, plans and shelves. */

/** Lists that are saved as a whole, in the rows of the import format. */
export const SHOP_LISTS = [
  'menu',
  'banners',
  'news',
  'testimonials',
  'faq',
  'texts',
  'plans',
  'synonyms',
  'ebooks',
] as const
export type ShopList = (typeof SHOP_LISTS)[number]
const List = enums(SHOP_LISTS)
/** Changes with every save: it is sent back, so that nobody overwrites what they have not seen. */
const Version = size(string(), 1, 60)
/** The server checks each row by the struct of its list (`contract/import/import.ts`). */
const Rows = size(array(record(string(), unknown())), 0, 10_000)
const ListReply = type({
  status,
  version: string(),
  rows: array(record(string(), unknown())),
  /** Addresses of the pictures by the paths that rows name. */
  pictures: record(string(), string()),
})
const READERS = ['owner', 'editor', 'support'] as const satisfies Role[]
const LIST_BYTES = 8 * 1024 * 1024

export const deskShopList = endpoint({
  auth: 'staff',
  roles: READERS,
  method: 'GET',
  path: '/api/desk/shop/lists/:list/',
  input: object({ list: List }),
  reply: ListReply,
  summary: 'A list of the shop in the order of its pages',
})
export const deskShopListSave = endpoint({
  auth: 'staff',
  roles: EDITORS,
  method: 'PUT',
  path: '/api/desk/shop/lists/:list/',
  input: object({ list: List, version: Version, rows: Rows }),
  maxBytes: LIST_BYTES,
  reply: ListReply,
  faults: ['changedMeanwhile', 'noPicture'],
  summary: 'Save a list of the shop: its order, and what was added, changed and removed',
})
const PICTURE_BYTES = 12 * 1024 * 1024
/** Base64 of a file. */
const Content = size(string(), 1, Math.ceil((PICTURE_BYTES * 4) / 3) + 4)
export const deskShopPicture = endpoint({
  auth: 'staff',
  roles: EDITORS,
  method: 'POST',
  path: '/api/desk/shop/pictures/',
  input: object({ kind: enums(['banners', 'news', 'people']), content: Content }),
  maxBytes: Math.ceil((PICTURE_BYTES * 4) / 3) + 1024,
  /** `path` goes into the row, `address` shows the picture. */
  reply: type({ status, path: string(), address: string() }),
  faults: ['notPicture', 'brokenPicture', 'hugePicture'],
  summary: 'Store a picture for a banner, for news or of a person',
})

const ShelfTitle = type({
  id: integer(),
  key: string(),
  name: string(),
  names: Names,
  audio_type: enums(AUDIO_TYPES),
  /** `draft`, `hidden` … titles are not on the page. */
  is_published: nullable(integer()),
  cover: nullable(string()),
})
export type ShelfTitle = Infer<typeof ShelfTitle>
const Shelf = enums(SHELVES)
const ShelfReply = type({ status, version: string(), titles: array(ShelfTitle) })

export const deskShelf = endpoint({
  auth: 'staff',
  roles: READERS,
  method: 'GET',
  path: '/api/desk/shop/shelves/:shelf/',
  input: object({ shelf: Shelf }),
  reply: ShelfReply,
  summary: 'Titles of a shelf in their order',
})
export const deskShelfSave = endpoint({
  auth: 'staff',
  roles: EDITORS,
  method: 'PUT',
  path: '/api/desk/shop/shelves/:shelf/',
  input: object({ shelf: Shelf, version: Version, ids: size(array(Id), 0, 10_000) }),
  maxBytes: 256 * 1024,
  reply: ShelfReply,
  faults: ['changedMeanwhile', 'notFound'],
  summary: 'Save the titles of a shelf in their order',
})
export const deskTitleChoices = endpoint({
  auth: 'staff',
  roles: ROLES,
  method: 'GET',
  path: '/api/desk/shop/title-choices/',
  input: object({ q: optional(textUpTo(100)) }),
  reply: type({ status, titles: array(ShelfTitle) }),
  summary: 'Titles to choose from, by their name or key',
})
export const deskMenuPages = endpoint({
  auth: 'staff',
  roles: READERS,
  method: 'GET',
  path: '/api/desk/shop/menu-pages/',
  input: Nothing,
  reply: type({ status, slugs: array(string()) }),
  summary: 'Pages that the menu may lead to',
})
