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
import { deleteRecordings, faultyFile, wholeRecording, type FileFault, type Recording } from './recordings.ts'
import type { ProbedAudio } from './probe.ts'
import { spendProof } from '../adapters/captcha/spend-proof.ts'
import { forgetOrphan, noteOrphanedMedia, removeObject } from '../adapters/media/orphaned-media.ts'
import { bucket, giveBack, take } from '../http/rate-limits.ts'

type Dependencies = Pick<AppContext, 'db' | 'media' | 'captcha' | 'encryption' | 'now'>
type Form = InputOf<typeof endpoints.uploadAudition>
type Prefill = ReplyOf<typeof endpoints.auditionPrefill>['data']
type Refusal = Failure<'badInput' | 'humanCheck' | FileFault> | RetryAfter
type StoredRecording = ProbedAudio & { path: string; bytes: number }

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

/** Stores an audition. Its file comes with the form, or was uploaded in parts before (`upload`). */
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
  const failure = await context.db.transaction((inner) =>
    write({ ...context, db: inner }, userId, form, { ...audio, path, bytes: bytes.length }),
  )
  if (failure) await removeObject(context, path)
  return failure ?? {}
}

/** In one transaction: the captcha is spent, the daily limit counts, and the uploaded parts are deleted. */
async function write(
  context: Dependencies,
  userId: number,
  form: Form,
  stored: StoredRecording,
): Promise<Refusal | undefined> {
  const buckets = [bucket(context.encryption, 'audition', String(userId))]
  const retryAfter = await take(context, buckets)
  if (retryAfter) return retryAfter
  if (!(await spendProof(context.db, context.captcha, form.captcha ?? '', context.now()))) {
    await giveBack(context, buckets)
    return CAPTCHA_FAILURE
  }
  await insert(context.db, userId, form, stored, context.now())
  await forgetOrphan(context.db, stored.path)
  await deleteRecordings(context.db, userId)
  return undefined
}

async function insert(
  db: Db,
  userId: number,
  form: Form,
  { path, kind, bytes, seconds }: StoredRecording,
  now: Date,
): Promise<void> {
  const { first_name, last_name, mobile, email, city, country, birth_date, project_name, gender } = form
  const artist = [first_name, last_name, phoneOf(mobile, country), email, city, country, birth_date || null]
  const work = [
    project_name,
    form.is_recording_setup === 'yes',
    form.is_professional === 'yes',
    gender ? Number(gender) : null,
  ]
  await db.query(
    `with audition as (insert into auditions (user_id, first_name, last_name, mobile, email, city, country, birth_date, project_name, has_recording_setup, is_professional, gender,
       file, kind, bytes, seconds, created_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17) returning id)
     insert into audition_sounds (audition_id) select id from audition`,
    [userId, ...artist, ...work, path, kind, bytes, seconds, now],
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
