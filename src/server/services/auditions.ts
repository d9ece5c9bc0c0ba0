import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { isBorn, isCountry, recordingFault, type endpoints, type InputOf, type ReplyOf } from '#contract/index.ts'
import type { Db } from '../db/connect.ts'
import { aside } from '../lib/aside.ts'
import type { SentFile } from '../lib/multipart.ts'
import type { Failure, Wait } from '../lib/outcome.ts'
import type { World } from '../world.ts'
import { dropRecordings, faultyFile, wholeRecording, type FileFault, type Recording } from './auditions/recordings.ts'
import type { Sound } from './auditions/sound.ts'
import { spendProof } from './human.ts'
import { keepObject, noteLeftover, removeObject } from './leftovers.ts'
import { bucket, giveBack, take } from './limits.ts'

type Given = Pick<World, 'db' | 'media' | 'human' | 'vault' | 'now'>
type Form = InputOf<typeof endpoints.uploadAudition>
type Prefill = ReplyOf<typeof endpoints.auditionPrefill>['data']
type Refusal = Failure<'badInput' | 'humanCheck' | FileFault> | Wait
type Stored = Sound & { path: string; bytes: number }

const LOOK = new URL('./auditions/sound-aside.ts', import.meta.url)
/** The largest recording takes a second. One that takes longer, on a machine that is busy, is kept for another try. */
const LOOK_MS = 20_000
const UNPROVED: Failure<'humanCheck'> = { fault: 'humanCheck', fields: { captcha: 'humanCheck' } }

export async function prefillOf({ db }: Pick<Given, 'db'>, userId: number): Promise<{ data: Prefill }> {
  const [data] = await db.query<Prefill>(
    `select u.first_name, u.last_name, u.mobile, u.country, coalesce(u.gender::text, '') as gender, coalesce(u.email, u.contact_email) as email,
       coalesce((select city from auditions a where a.user_id = u.id order by a.id desc limit 1), '') as city from users u where u.id = $1`,
    [userId],
  )
  if (!data) throw new Error('a session without a user')
  return { data }
}

/** Keeps an audition: its file came with the form, or before it in parts (`upload`). */
export async function keepAudition(world: Given, userId: number, form: Form, file: SentFile | undefined): Promise<object | Refusal> {
  const refusal = faultOf(form, file, world.now())
  if (refusal) return refusal
  // Looked at before the work; spent only with the audition.
  if (!(await world.human.read(form.captcha ?? '', world.now()))) return UNPROVED
  const recording = await recordingOf(world, userId, form.upload, file)
  if (!recording) return faultyFile('uploadGone')
  const sound = await aside<Sound>(LOOK, [recording.name], recording.bytes, LOOK_MS)
  if (sound) return store(world, userId, form, sound, recording.bytes)
  // What is kept of it would only be refused again.
  await dropRecordings(world.db, userId)
  return faultyFile('fileType')
}

function faultOf({ country, birth_date, terms, upload }: Form, file: SentFile | undefined, now: Date): Refusal | undefined {
  const fields: [string, string | false][] = [
    ['country', !isCountry(country) && 'country'],
    ['birth_date', !!birth_date && !isBorn(birth_date, now) && 'future'],
    ['terms', terms !== 'yes' && 'terms'],
    ['recorded_file', !file === !upload && 'required'],
  ]
  const faults = fields.filter((entry): entry is [string, string] => entry[1] !== false)
  if (faults.length > 0) return { fault: 'badInput', fields: Object.fromEntries(faults) }
  const fault = file && recordingFault({ name: file.name, size: file.bytes })
  return fault && faultyFile(fault)
}

async function recordingOf(world: Given, userId: number, upload: string | undefined, file: SentFile | undefined): Promise<Recording | undefined> {
  if (file) return { name: file.name, bytes: await readFile(file.path) }
  return upload ? wholeRecording(world, userId, upload) : undefined
}

async function store(world: Given, userId: number, form: Form, sound: Sound, bytes: Buffer): Promise<object | Refusal> {
  const path = `auditions/${randomBytes(16).toString('hex')}.bin`
  await noteLeftover(world.db, path, world.now())
  await world.media.put(path, bytes)
  const outcome = await world.db.transaction((inner) => write({ ...world, db: inner }, userId, form, { ...sound, path, bytes: bytes.length }))
  if (outcome) await removeObject(world, path)
  return outcome ?? {}
}

/** All or nothing: the proof is spent, the day's count rises and the parts go with the audition that they made. */
async function write(world: Given, userId: number, form: Form, stored: Stored): Promise<Refusal | undefined> {
  const buckets = [bucket(world.vault, 'audition', String(userId))]
  const wait = await take(world, buckets)
  if (wait) return wait
  if (!(await spendProof(world.db, world.human, form.captcha ?? '', world.now()))) {
    await giveBack(world, buckets)
    return UNPROVED
  }
  await insert(world.db, userId, form, stored, world.now())
  await keepObject(world.db, stored.path)
  await dropRecordings(world.db, userId)
  return undefined
}

async function insert(db: Db, userId: number, form: Form, { path, kind, bytes, seconds }: Stored, now: Date): Promise<void> {
  const { first_name, last_name, mobile, email, city, country, birth_date, project_name, is_recording_setup, is_professional, gender } = form
  await db.query(
    `insert into auditions (user_id, first_name, last_name, mobile, email, city, country, birth_date, project_name, has_recording_setup, is_professional, gender,
       file, kind, bytes, seconds, created_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`,
    [
      ...[userId, first_name, last_name, mobile, email, city, country, birth_date || null, project_name],
      ...[is_recording_setup === 'yes', is_professional === 'yes', gender ? Number(gender) : null, path, kind, bytes, seconds, now],
    ],
  )
}

/** The privacy policy: a year, unless the artist works with us. */
const LIFE = '1 year'

export async function forgetAuditions({ db, now }: Pick<Given, 'db' | 'now'>): Promise<void> {
  await db.query(
    `with old as (delete from auditions where not is_kept and created_at < $1::timestamptz - $2::interval returning file)
     insert into media_leftovers (path, since) select file, $1 from old on conflict do nothing`,
    [now(), LIFE],
  )
}
