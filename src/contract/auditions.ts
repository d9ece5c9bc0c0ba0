import { coerce, enums, integer, min, object, optional, pattern, size, string, type } from 'superstruct'
import { endpoint } from './http/endpoint.ts'
import {
  BirthDate,
  CountryCode,
  Email,
  field,
  fitsMobile,
  PersonName,
  plainMobile,
  required,
  ShortText,
  tooLong,
} from './fields/fields.ts'
import { AUDITION_MAX_BYTES, AUDITION_PART_BYTES } from './fields/file-kinds.ts'
import { plainLine } from './text/plain-text.ts'
import { Nothing, status, textUpTo } from './fields/wire-fields.ts'

/** Fields of the audition form that no other form has. */

export const AUDITION_MOBILE_MAX = 15

/** Longer than in other forms: artists live in many countries. */
const AuditionMobile = field(plainMobile, required, tooLong(AUDITION_MOBILE_MAX), ['mobile', fitsMobile])

const YES_NO_WORDS: Record<string, string> = { true: 'yes', false: 'no', '1': 'yes', '0': 'no' }

/** `yes` or `no`; also accepts true, false, 1 and 0. */
const YesNo = field(
  (text) => {
    const plain = plainLine(text).toLowerCase()
    return YES_NO_WORDS[plain] ?? plain
  },
  required,
  ['type', (text) => text === 'yes' || text === 'no'],
)

/** Endpoints of the audition form. The recording is sent with the form, or before it as a resumable upload. */

const UploadId = pattern(string(), /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
const Offset = coerce(min(integer(), 0), pattern(string(), /^\d{1,9}$/), Number)

export const auditionPrefill = endpoint({
  auth: 'user',
  method: 'GET',
  path: '/api/upload-audition/',
  input: Nothing,
  reply: type({
    status,
    data: type({
      first_name: string(),
      last_name: string(),
      city: string(),
      mobile: string(),
      country: string(),
      gender: string(),
      email: string(),
    }),
  }),
  summary: 'Initial values of the audition form',
})
export const uploadAudition = endpoint({
  auth: 'user',
  method: 'POST',
  path: '/api/upload-audition/',
  multipart: { file: 'recorded_file', maxBytes: AUDITION_MAX_BYTES },
  input: object({
    first_name: PersonName,
    last_name: PersonName,
    mobile: AuditionMobile,
    email: Email,
    city: PersonName,
    country: CountryCode,
    birth_date: optional(BirthDate),
    project_name: ShortText,
    is_recording_setup: YesNo,
    is_professional: YesNo,
    gender: optional(enums(['', '1', '2', '3'])),
    terms: YesNo,
    /** ALTCHA payload, as in the contact form. */
    captcha: optional(size(string(), 0, 4_000)),
    /** Id of a finished upload, instead of `recorded_file`. */
    upload: optional(UploadId),
  }),
  reply: type({ status }),
  faults: ['fileType', 'fileSize', 'humanCheck', 'uploadGone'],
  summary: 'Send an audition',
})
/** Called again for the same recording, it returns the offset at which the upload continues. */
export const startRecording = endpoint({
  auth: 'user',
  method: 'POST',
  path: '/api/upload-audition/recording/',
  /** `digest`: SHA-256 of the whole file, in hex. */
  input: object({ name: textUpTo(255), size: min(integer(), 1), digest: pattern(string(), /^[0-9a-f]{64}$/) }),
  reply: type({ status, upload: string(), offset: integer() }),
  faults: ['fileType', 'fileSize'],
  summary: 'Start or resume the upload of a recording',
})
/** A part with a wrong offset is not saved; the reply contains the right one. */
export const sendRecordingPart = endpoint({
  auth: 'user',
  method: 'POST',
  path: '/api/upload-audition/recording/:upload/',
  multipart: { file: 'part', maxBytes: AUDITION_PART_BYTES },
  input: object({ upload: UploadId, offset: Offset }),
  reply: type({ status, offset: integer() }),
  faults: ['uploadGone', 'fileSize'],
  summary: 'Send a part of a recording',
})
