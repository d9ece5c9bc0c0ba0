import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ReplyOf } from '#contract/http/endpoint.ts'
import type { endpoints } from '#contract/http/endpoints.ts'
import { forgetOrphan, noteOrphanedMedia } from '../../adapters/media/orphaned-media.ts'
import { hasFfmpeg } from '../../audio/ffmpeg.ts'
import type { SoundResult } from '../../audio/sound-process.ts'
import type { AppContext } from '../../context.ts'
import type { Row } from '../../db/row.ts'
import type { gifts, giftVoices } from '../../db/schema/orders/gifts.ts'
import type { Buyer } from '../../http/buyer.ts'
import type { SentFile } from '../../http/multipart.ts'
import { addressBuckets, bucket, take } from '../../http/rate-limits.ts'
import type { Failure, RetryAfter } from '../../runtime/failure.ts'
import { runInSubprocess } from '../../runtime/subprocess.ts'
import type { PreparedVoice, VoiceFault } from './prepare-voice.ts'

type Uploading = Pick<AppContext, 'db' | 'media' | 'encryption' | 'now'>
type Columns = Row<typeof giftVoices>
type Sent = Omit<ReplyOf<typeof endpoints.sendGiftVoice>, 'status'>

const PROCESS = new URL('./voice-process.ts', import.meta.url)
/** Twenty seconds take one second; four megabytes of something else end at the limits of ffmpeg. */
const PROCESS_MS = 30_000

export const giftVoiceRules = async (): Promise<{ any_sound: boolean }> => ({ any_sound: await hasFfmpeg() })

/** Asked before a byte of the file is read. */
export const limitVoices = (
  { db, encryption, now }: Pick<AppContext, 'db' | 'encryption' | 'now'>,
  { owner }: Buyer,
  address: string,
): Promise<RetryAfter | undefined> =>
  take({ db, now }, [bucket(encryption, 'giftVoice', owner), ...addressBuckets(encryption, 'giftVoice', address)])

/** Makes an mp3 of whatever was sent, under a name of the shop: nothing of the sent file or its name is stored. */
export async function storeVoice(
  context: Uploading,
  { userId, giverId }: Buyer,
  file: SentFile | undefined,
): Promise<Sent | Failure<VoiceFault | 'badInput'>> {
  if (!file || file.bytes === 0) return { fault: 'badInput', fields: { voice: 'required' } }
  const folder = await mkdtemp(join(tmpdir(), 'voice-'))
  try {
    const args = [file.path, folder]
    const result = await runInSubprocess<SoundResult<PreparedVoice>>(PROCESS, args, 'untilParentEnds', PROCESS_MS)
    // By its name the border answers that the shop has no room: the recording stays with the giver, who tries again.
    if (!result?.ok)
      throw new Error(`the voice was not prepared: ${result?.fault === 'diskFull' ? 'ENOSPC' : result?.fault}`)
    const prepared = result.value
    if ('fault' in prepared) return { fault: prepared.fault, fields: { voice: prepared.fault } }
    const [id, path] = [randomUUID(), `voices/${randomBytes(16).toString('hex')}.mp3`]
    await noteOrphanedMedia(context.db, path, context.now())
    await context.media.put(path, { file: join(folder, prepared.file) })
    await context.db.transaction(async (inner) => {
      await inner.query(
        'insert into gift_voices (id, user_id, gifter_id, file, bytes, seconds, created_at) values ($1, $2, $3, $4, $5, $6, $7)',
        [id, userId, giverId, path, prepared.bytes, prepared.seconds, context.now()],
      )
      await forgetOrphan(inner, path)
    })
    return { voice: id, seconds: prepared.seconds }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** For queries of the gift `g`. */
export const VOICE = {
  columns: 'v.file as voice_file, v.seconds as voice_seconds, g.spoken',
  joins: 'left join gift_voices v on v.id = g.voice_id',
}
export type FoundVoice = Pick<Row<typeof gifts>, 'spoken'> & {
  voice_file: Columns['file'] | null
  voice_seconds: Columns['seconds'] | null
}

/** A short-lived address of the voice, for whoever may hear it. */
export function signVoice(
  { signer, now }: Pick<AppContext, 'signer' | 'now'>,
  { voice_file: file, voice_seconds: seconds, spoken }: FoundVoice,
): { address: string; seconds: number; spoken: string } | null {
  return file === null ? null : { address: signer.sign(file, now().getTime()).address, seconds: seconds ?? 0, spoken }
}

/** Of no gift, or of one that was never paid or is refunded. */
const UNUSED_LIFE = '7 days'
/** After the gift was sent. */
const LIFE = '1 year'

/** The privacy policy promises both periods. What a voice says is shown with it alone, so it goes too. */
export async function deleteOldVoices({ db, now }: Pick<AppContext, 'db' | 'now'>): Promise<void> {
  await db.query(
    `with old as (delete from gift_voices v where v.created_at < $1::timestamptz - $2::interval and not exists (
         select 1 from gifts g join orders o on o.id = g.order_id where g.voice_id = v.id and
           (o.status = 'open' or o.status = 'paid' and (g.sent_at is null or g.sent_at > $1::timestamptz - $3::interval)))
       returning id, file),
       silent as (update gifts g set spoken = '' where g.spoken <> '' and (
         g.voice_id in (select id from old) or not exists (select 1 from gift_voices v where v.id = g.voice_id)))
     insert into media_leftovers (path, since) select file, $1 from old on conflict do nothing`,
    [now(), UNUSED_LIFE, LIFE],
  )
}
