import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { World } from '../world.ts'

type Given = Pick<World, 'db' | 'vault' | 'now'>
const LIFE_MS = 10 * 60_000

/** Made by us, good for ten minutes and for one sign-in: a token that was stolen elsewhere holds another, or a spent one. */
export function makeNonce({ vault, now }: Pick<Given, 'vault' | 'now'>): string {
  const text = `${(now().getTime() + LIFE_MS).toString(36)}-${randomBytes(16).toString('hex')}`
  return `${text}-${markOf(vault, text)}`
}

export async function spendNonce({ db, vault, now }: Given, nonce: string): Promise<boolean> {
  const [time = '', random = '', mark = ''] = nonce.split('-')
  const [right, sent] = [Buffer.from(markOf(vault, `${time}-${random}`)), Buffer.from(mark)]
  const ends = new Date(Number.parseInt(time, 36))
  if (sent.length !== right.length || !timingSafeEqual(right, sent) || !(ends > now())) return false
  const taken = await db.query('insert into used_challenges (mark, expires_at) values ($1, $2) on conflict do nothing returning mark', [mark, ends])
  return taken.length === 1
}

const markOf = (vault: Given['vault'], text: string): string => vault.mark('nonce', text).toString('hex')
