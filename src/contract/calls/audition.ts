/** Calls of the audition form (D7). */
import { any, object, record, size, string, type } from 'superstruct'
import { endpoint } from '../endpoint.ts'
import { Nothing, status, textUpTo } from './parts.ts'

const mail = size(string(), 3, 254)

export const auditionPrefill = endpoint({
  auth: 'user',
  method: 'GET',
  path: '/api/upload-audition/',
  input: Nothing,
  reply: type({ status, data: record(string(), any()) }),
  summary: 'What the audition form starts with',
})
export const uploadAudition = endpoint({
  auth: 'user',
  method: 'POST',
  path: '/api/upload-audition/',
  multipart: true,
  input: object({
    first_name: textUpTo(50),
    last_name: textUpTo(50),
    project_name: textUpTo(50),
    mobile: textUpTo(15),
    city: textUpTo(50),
    is_recording_setup: textUpTo(5),
    email: mail,
    country: textUpTo(2),
    is_professional: textUpTo(5),
    birth_date: textUpTo(10),
    gender: textUpTo(1),
    captcha: textUpTo(4_000),
  }),
  reply: type({ status }),
  faults: ['fileType', 'fileSize', 'humanCheck'],
  summary: 'Send an audition',
})
