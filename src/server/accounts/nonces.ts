import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { AppContext } from '../context.ts'

type Given = Pick<AppContext, 'db' | 'encryption' | 'now'>
const LIFE_MS = 10 * 60_000

/** Made by us, good for ten minutes and for one sign-in: a token that was stolen elsewhere holds another, or a spent one. */
export function makeNonce({ encryption, now }: Pick<Given, 'encryption' | 'now'>): string {
  const text = `${(now().getTime() + LIFE_MS).toString(36)}-${randomBytes(16).toString('hex')}`
  return `${text}-${markOf(encryption, text)}`
}

export async function spendNonce({ db, encryption, now }: Given, nonce: string): Promise<boolean> {
  const [time = '', random = '', mark = ''] = nonce.split('-')
  const [right, sent] = [Buffer.from(markOf(encryption, `${time}-${random}`)), Buffer.from(mark)]
  const ends = new Date(Number.parseInt(time, 36))
  if (sent.length !== right.length || !timingSafeEqual(right, sent) || !(ends > now())) return false
  const taken = await db.query(
    'insert into used_challenges (mark, expires_at) values ($1, $2) on conflict do nothing returning mark',
    [mark, ends],
  )
  return taken.length === 1
}

const markOf = (encryption: Given['encryption'], text: string): string => encryption.mark('nonce', text).toString('hex')
