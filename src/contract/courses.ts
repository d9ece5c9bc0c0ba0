import { coerce, enums, nullable, number, object, optional, record, refine, string, type } from 'superstruct'
import { asciiDigits } from './text/digits.ts'
import { endpoint } from './http/endpoint.ts'
import { CustomTranslation } from './text/translation.ts'
import { Id, Nothing, status, textUpTo } from './fields/wire-fields.ts'

/** Characters that are not easily confused (no I, L, O, U). 16 of them are 80 bits. */
export const CODE_LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
export const CODE_LENGTH = 16

/** Normalizes a typed code: any case, spaces, hyphens, Devanagari digits, O for 0, I and L for 1. */
export function readCode(typed: string): string {
  return asciiDigits(typed)
    .toUpperCase()
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1')
    .replace(/[^0-9A-Z]/g, '')
}

/** Formats a code in groups of four. */
export const showCode = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1-')

/** Certificate code from a form. */
export const CertificateCode = refine(
  refine(coerce(string(), string(), readCode), 'required', (code) => code !== ''),
  'size',
  (code) => code === '' || code.length === CODE_LENGTH,
)

/** Endpoints of course completion, exercises and certificates [LL-2, LL-4, AC-2]. */

export const completion = endpoint({
  auth: 'user',
  method: 'GET',
  path: '/api/audio-type-completion/language-lab/',
  input: Nothing,
  reply: type({ audio_type_listening_completion: number() }),
  summary: 'Percent of the language lab that was heard',
})
export const courseExercise = endpoint({
  auth: 'user',
  method: 'GET',
  path: '/api/v1/course-exercise/:id/',
  input: object({ id: Id }),
  /** Sanitised HTML by language. */
  reply: type({ status, custom_translation: record(string(), type({ exercise: string() })) }),
  faults: ['notComplete', 'notFound'],
  summary: 'Exercise of a completed course',
})
export const completionCertificate = endpoint({
  auth: 'user',
  method: 'GET',
  path: '/api/language-lab-completion-certificate/:language/',
  input: object({ language: enums(['en', 'mr']) }),
  /** The address is valid for a few minutes. */
  reply: type({ status, certificate_path: string(), code: optional(string()) }),
  faults: ['notComplete'],
  summary: 'Certificate of the language lab',
})
export const downloadCertificate = endpoint({
  auth: 'user',
  method: 'GET',
  path: '/api/v2/download-certificate/',
  /** Without an id: certificate of the whole language lab. */
  input: object({ id: optional(Id), language: optional(enums(['en', 'mr'])) }),
  reply: type({ status, download_path: string(), code: optional(string()) }),
  faults: ['notComplete', 'notFound'],
  summary: 'Certificate of a course',
})
export const certificate = endpoint({
  auth: 'public',
  method: 'GET',
  path: '/api/v1/certificate/:code/',
  input: object({ code: textUpTo(60) }),
  reply: type({
    status,
    code: string(),
    /** Name on the certificate. */
    name: string(),
    title: CustomTranslation,
    institute: nullable(string()),
    /** YYYY-MM-DD in India. */
    issued_on: string(),
  }),
  faults: ['notFound'],
  summary: 'Whether a certificate is genuine',
})
