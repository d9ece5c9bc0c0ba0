import {
  array,
  boolean,
  coerce,
  enums,
  integer,
  max,
  min,
  nullable,
  number,
  object,
  optional,
  pattern,
  string,
  type,
} from 'superstruct'
import { endpoint } from '../../http/endpoint.ts'
import { Translations } from '../../text/text.ts'
import { status, textUpTo } from '../../fields/wire-fields.ts'
import { EDITORS } from '../staff/roles.ts'

const UploadId = pattern(string(), /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
const Offset = coerce(min(integer(), 0), pattern(string(), /^\d{1,12}$/), Number)
/** Of the whole file or of a part: SHA-256 in hex. */
const Digest = pattern(string(), /^[0-9a-f]{64}$/)

/** Two days of speech at 64 kbit/s, as the import takes them. */
const UPLOAD_MAX_BYTES = 1_500 * 1024 * 1024
/** All that is sent again after an interruption. */
export const UPLOAD_PART_BYTES = 1024 * 1024

/** Called again for the same file it returns the offset at which the upload continues. `fingerprint`: of name, size, time and ends. */
export const deskStartUpload = endpoint({
  auth: 'staff',
  roles: EDITORS,
  method: 'POST',
  path: '/api/desk/uploads/',
  input: object({ name: textUpTo(255), size: max(min(integer(), 1), UPLOAD_MAX_BYTES), fingerprint: Digest }),
  reply: type({ status, upload: string(), offset: integer() }),
  faults: ['fileSize'],
  summary: 'Start or resume the upload of a file',
})
/** A part with a wrong offset is not saved; the reply contains the right one. */
export const deskSendPart = endpoint({
  auth: 'staff',
  roles: EDITORS,
  method: 'POST',
  path: '/api/desk/uploads/:upload/parts/',
  multipart: { file: 'part', maxBytes: UPLOAD_PART_BYTES },
  input: object({ upload: UploadId, offset: Offset, digest: Digest }),
  reply: type({ status, offset: integer() }),
  faults: ['uploadGone', 'damagedPart', 'fileSize'],
  summary: 'Send a part of a file',
})
/** A file in the shop, as the editor of a title takes it over. */
const StoredFile = type({
  kind: string(),
  path: string(),
  seconds: number(),
  /** For a track: from the tags, or from the name of the file. */
  translations: type(Translations.schema),
  disc: nullable(integer()),
  track: nullable(integer()),
  album: nullable(string()),
  artists: array(string()),
  /** The picture in the tags. */
  cover: nullable(string()),
  is_small: boolean(),
  note: optional(string()),
})
const UPLOAD_STATES = ['waiting', 'encoding', 'ready', 'failed'] as const
const UploadReply = type({
  status,
  state: enums(UPLOAD_STATES),
  /** Of `encoding`: how much is done, as far as the file says how long it is. */
  percent: nullable(integer()),
  /** Of `ready`. */
  file: nullable(StoredFile),
  /** Of `failed`: what is wrong with the file. `notStored`: the shop failed; `deskFinishUpload` begins again. */
  reason: nullable(string()),
})

/** `fields.file` of `wrongFile` says what the file is instead, where its first bytes tell. All else is found out later. */
export const deskFinishUpload = endpoint({
  auth: 'staff',
  roles: EDITORS,
  method: 'POST',
  path: '/api/desk/uploads/:upload/finish/',
  input: object({ upload: UploadId }),
  reply: UploadReply,
  faults: ['uploadGone', 'uploadOpen', 'wrongFile'],
  summary: 'Have a file that was sent whole checked, encoded and stored',
})
export const deskUploadState = endpoint({
  auth: 'staff',
  roles: EDITORS,
  method: 'GET',
  path: '/api/desk/uploads/:upload/',
  input: object({ upload: UploadId }),
  reply: UploadReply,
  faults: ['uploadGone'],
  summary: 'How far a file is that was sent whole',
})
