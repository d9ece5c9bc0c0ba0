import { coerce, enums, integer, min, object, optional, pattern, size, string, type } from 'superstruct'
import { endpoint } from './endpoint.ts'
import {
  bareMobile,
  BirthDate,
  CountryCode,
  Email,
  field,
  fitsMobile,
  PersonName,
  required,
  ShortText,
  tooLong,
} from './fields.ts'
import { AUDITION_MAX_BYTES, AUDITION_PART_BYTES } from './file-kinds.ts'
import { plainLine } from './plain-text.ts'
import { Nothing, status, textUpTo } from './wire-fields.ts'

/** Fields of the audition form that no other form has. */

export const AUDITION_MOBILE_MAX = 15

/** D5: longer than elsewhere, as artists write from other countries. */
export const AuditionMobile = field(bareMobile, required, tooLong(AUDITION_MOBILE_MAX), ['mobile', fitsMobile])

const SAID: Record<string, string> = { true: 'yes', false: 'no', '1': 'yes', '0': 'no' }

/** `yes` or `no`; what other programs send for them is understood. */
export const YesNo = field(
  (text) => {
    const plain = plainLine(text).toLowerCase()
    return SAID[plain] ?? plain
  },
  required,
  ['type', (text) => text === 'yes' || text === 'no'],
)

/** Calls of the audition form (D3, D5, D7). The recording comes with the form, or before it in parts that outlive a cut line. */

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
  summary: 'What the audition form starts with',
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
    /** ALTCHA's payload, as in the contact form. */
    captcha: optional(size(string(), 0, 4_000)),
    /** Instead of `recorded_file`: the recording that was sent before, in parts. */
    upload: optional(UploadId),
  }),
  reply: type({ status }),
  faults: ['fileType', 'fileSize', 'humanCheck', 'uploadGone'],
  summary: 'Send an audition',
})
/** Asked again for the same recording, it tells how much of it is there: after a cut line, a reload or a restart of the shop. */
export const startRecording = endpoint({
  auth: 'user',
  method: 'POST',
  path: '/api/upload-audition/recording/',
  /** `digest`: SHA-256 of the whole, in hex. */
  input: object({ name: textUpTo(255), size: min(integer(), 1), digest: pattern(string(), /^[0-9a-f]{64}$/) }),
  reply: type({ status, upload: string(), offset: integer() }),
  faults: ['fileType', 'fileSize'],
  summary: 'Begin to send a recording, or go on with it',
})
/** A part that does not begin where the last one ended is not kept; the reply says where to go on. */
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
