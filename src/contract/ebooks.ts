import { array, enums, integer, string, type, type Infer } from 'superstruct'
import { Author } from './catalog/catalog.ts'
import { endpoint } from './http/endpoint.ts'
import { LOCALES } from './text/locale.ts'
import { CustomTranslation } from './text/translation.ts'
import { Nothing, status } from './fields/wire-fields.ts'

/** Ebooks for signed-in listeners. */

const Ebook = type({
  id: integer(),
  name: string(),
  custom_translation: CustomTranslation,
  author: array(Author),
  /** Language it is written in. */
  written: enums(LOCALES),
  format: enums(['epub', 'pdf']),
  bytes: integer(),
  /** Signed address of this file, valid for a short time. */
  address: string(),
})
export type Ebook = Infer<typeof Ebook>
export const ebooks = endpoint({
  auth: 'user',
  method: 'GET',
  path: '/api/ebooks/',
  input: Nothing,
  reply: type({ status, data: array(Ebook) }),
  summary: 'Ebooks',
})
