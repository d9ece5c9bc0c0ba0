import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { isBorn } from '#contract/fields/fields.ts'
import { isCountry } from '#contract/fields/countries.ts'
import { isPhone, phoneOf } from '#contract/fields/phone.ts'
import { recordingFault } from '#contract/fields/file-kinds.ts'
import type { endpoints } from '#contract/http/endpoints.ts'
import type { InputOf, ReplyOf } from '#contract/http/endpoint.ts'
import type { Db } from '../db/connect.ts'
import { runInSubprocess } from '../runtime/subprocess.ts'
import type { SentFile } from '../http/multipart.ts'
import type { Failure, RetryAfter } from '../runtime/failure.ts'
import type { AppContext } from '../context.ts'
import {
  closeRecordings,
  deleteRecordings,
  digestOf,
  faultyFile,
  wholeRecording,
  type FileFault,
  type Recording,
} from './recordings.ts'
import type { ProbedAudio } from './probe.ts'
import { spendProof } from '../adapters/captcha/spend-proof.ts'
import { forgetOrphan, noteOrphanedMedia, removeObject } from '../adapters/media/orphaned-media.ts'
import { bucket, giveBack, take } from '../http/rate-limits.ts'

type Dependencies = Pick<AppContext, 'db' | 'media' | 'captcha' | 'encryption' | 'now'>
type Form = InputOf<typeof endpoints.uploadAudition>
type Prefill = ReplyOf<typeof endpoints.auditionPrefill>['data']
type Refusal = Failure<'badInput' | 'humanCheck' | FileFault> | RetryAfter
type StoredRecording = ProbedAudio & { path: string; bytes: number; digest: string }

const PROBE = new URL('./probe-subprocess.ts', import.meta.url)
/** The largest recording takes a second on an idle machine. After a timeout its parts stay for another try. */
const PROBE_TIMEOUT_MS = 20_000
const CAPTCHA_FAILURE: Failure<'humanCheck'> = { fault: 'humanCheck', fields: { captcha: 'humanCheck' } }

export async function prefillOf({ db }: Pick<AppContext, 'db'>, userId: number): Promise<{ data: Prefill }> {
  const [data] = await db.query<Prefill>(
    `select u.first_name, u.last_name, u.mobile, u.country, coalesce(u.gender::text, '') as gender, coalesce(u.email, u.contact_email) as email,
       coalesce((select city from auditions a where a.user_id = u.id order by a.id desc limit 1), '') as city from users u where u.id = $1`,
    [userId],
  )
  if (!data) throw new Error(`user ${userId} does not exist`)
  return { data }
}

/**
 * Stores an audition. Its file comes with the form, or was uploaded in parts before (`upload`). The same audition within a day is
 * stored once: its artist got no reply to the first and tried again.
 */
export async function submitAudition(
  context: Dependencies,
  userId: number,
  form: Form,
  file: SentFile | undefined,
): Promise<object | Refusal> {
  const failure = faultOf(form, file, context.now())
  if (failure) return failure
  // Checked before the expensive work; spent only together with the audition.
  if (!(await context.captcha.read(form.captcha ?? '', context.now()))) return CAPTCHA_FAILURE
  const recording = await recordingOf(context, userId, form.upload, file)
  if (!recording) return faultyFile('uploadGone')
  const audio = await runInSubprocess<ProbedAudio>(PROBE, [recording.name], recording.bytes, PROBE_TIMEOUT_MS)
  if (audio) return store(context, userId, form, audio, recording.bytes)
  // The uploaded parts would be refused again.
  await deleteRecordings(context.db, userId)
  return faultyFile('fileType')
}

function faultOf(
  { country, mobile, birth_date, terms, upload }: Form,
  file: SentFile | undefined,
  now: Date,
): Refusal | undefined {
  const fields: [string, string | false][] = [
    ['country', !isCountry(country) && 'country'],
    ['mobile', isCountry(country) && !isPhone(mobile, country) && 'mobile'],
    ['birth_date', !!birth_date && !isBorn(birth_date, now) && 'future'],
    ['terms', terms !== 'yes' && 'terms'],
    ['recorded_file', !file === !upload && 'required'],
  ]
  const faults = fields.filter((entry): entry is [string, string] => entry[1] !== false)
  if (faults.length > 0) return { fault: 'badInput', fields: Object.fromEntries(faults) }
  const fault = file && recordingFault({ name: file.name, size: file.bytes })
  return fault && faultyFile(fault)
}

async function recordingOf(
  context: Dependencies,
  userId: number,
  upload: string | undefined,
  file: SentFile | undefined,
): Promise<Recording | undefined> {
  if (file) return { name: file.name, bytes: await readFile(file.path) }
  return upload ? wholeRecording(context, userId, upload) : undefined
}

async function store(
  context: Dependencies,
  userId: number,
  form: Form,
  audio: ProbedAudio,
  bytes: Buffer,
): Promise<object | Refusal> {
  const path = `auditions/${randomBytes(16).toString('hex')}.bin`
  await noteOrphanedMedia(context.db, path, context.now())
  await context.media.put(path, bytes)
  const stored = { ...audio, path, bytes: bytes.length, digest: digestOf(bytes) }
  const result = await context.db.transaction((inner) => write({ ...context, db: inner }, userId, form, stored))
  if (result === 'stored') return {}
  await removeObject(context, path)
  return result === 'repeated' ? {} : result
}

/** In one transaction: the captcha is spent, the daily limit counts, and the uploaded parts are deleted. */
async function write(
  context: Dependencies,
  userId: number,
  form: Form,
  stored: StoredRecording,
): Promise<Refusal | 'stored' | 'repeated'> {
  // One after the other: two of the same moment would not see each other.
  await context.db.query('select 1 from users where id = $1 for no key update', [userId])
  if (await isStored(context, userId, form, stored)) {
    if (!(await spendProof(context.db, context.captcha, form.captcha ?? '', context.now()))) return CAPTCHA_FAILURE
    await closeRecordings(context.db, userId, form.upload)
    return 'repeated'
  }
  const buckets = [bucket(context.encryption, 'audition', String(userId))]
  const retryAfter = await take(context, buckets)
  if (retryAfter) return retryAfter
  if (!(await spendProof(context.db, context.captcha, form.captcha ?? '', context.now()))) {
    await giveBack(context, buckets)
    return CAPTCHA_FAILURE
  }
  await insert(context.db, userId, form, stored, context.now())
  await forgetOrphan(context.db, stored.path)
  await closeRecordings(context.db, userId, form.upload)
  return 'stored'
}

/** What the artist wrote, in the order of `FORM_COLUMNS`. */
function valuesOf(form: Form): unknown[] {
  const { first_name, last_name, mobile, email, city, country, birth_date, project_name, gender } = form
  const artist = [first_name, last_name, phoneOf(mobile, country), email, city, country, birth_date || null]
  const work = [
    project_name,
    form.is_recording_setup === 'yes',
    form.is_professional === 'yes',
    gender ? Number(gender) : null,
  ]
  return [...artist, ...work]
}

const FORM_COLUMNS =
  'first_name, last_name, mobile, email, city, country, birth_date, project_name, has_recording_setup, is_professional, gender'

/** Whether the listener sent the same recording within a day, with the same form: what they correct is another audition. */
async function isStored(
  { db, now }: Dependencies,
  userId: number,
  form: Form,
  { digest }: StoredRecording,
): Promise<boolean> {
  const found = await db.query(
    `select 1 from auditions where user_id = $1 and digest = $13 and created_at > $14::timestamptz - interval '1 day'
       and (${FORM_COLUMNS}) is not distinct from ($2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [userId, ...valuesOf(form), digest, now()],
  )
  return found.length > 0
}

async function insert(
  db: Db,
  userId: number,
  form: Form,
  { path, kind, bytes, seconds, digest }: StoredRecording,
  now: Date,
): Promise<void> {
  await db.query(
    `with audition as (insert into auditions (user_id, ${FORM_COLUMNS}, file, kind, bytes, seconds, digest, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18) returning id)
     insert into audition_sounds (audition_id) select id from audition`,
    [userId, ...valuesOf(form), path, kind, bytes, seconds, digest, now],
  )
}

/** The privacy policy promises a year, unless the artist works with the shop. */
const LIFE = '1 year'

export async function deleteOldAuditions({ db, now }: Pick<AppContext, 'db' | 'now'>): Promise<void> {
  await db.query(
    `with old as (delete from auditions where not is_kept and created_at < $1::timestamptz - $2::interval returning file)
     insert into media_leftovers (path, since) select file, $1 from old on conflict do nothing`,
    [now(), LIFE],
  )
}
