import { timingSafeEqual } from 'node:crypto'
import { DAY_MS } from '#contract/time/day.ts'
import type { AppContext } from '../context.ts'

const LIFE_DAYS = 400
const PATTERN = /^L(\d{1,15})_(\d{1,7})_([\w-]{43})$/

type Dependencies = Pick<AppContext, 'encryption' | 'now'>

const PURPOSE = 'giver link'
const textOf = (giverId: number, lastDay: number): string => `${giverId} ${lastDay}`

/** The token in the fragment of the mail to a guest who gave: it reads their order and invoice in any browser, sends the gift again, moves its day, and does nothing else. */
export function giverLink(context: Dependencies, giverId: number): string {
  const lastDay = Math.floor(context.now().getTime() / DAY_MS) + LIFE_DAYS
  return `L${giverId}_${lastDay}_${context.encryption.hmac(PURPOSE, textOf(giverId, lastDay)).toString('base64url')}`
}

/** The guest of such a token; undefined when it is forged or too old. */
export function giverOfLink(context: Dependencies, token: string): number | undefined {
  const [, id = '', lastDay = '', mac = ''] = PATTERN.exec(token) ?? []
  if (!mac || Number(lastDay) * DAY_MS < context.now().getTime()) return undefined
  const sent = Buffer.from(mac, 'base64url')
  const expected = context.encryption.hmacs(PURPOSE, textOf(Number(id), Number(lastDay)))
  return expected.some((one) => timingSafeEqual(sent, one)) ? Number(id) : undefined
}
