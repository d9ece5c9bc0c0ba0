import { StopReason } from '../../src/server/lib/stop.ts'
import { addCoupon, couponNamed, endCoupon, listCoupons } from '../../src/server/services/operator/coupons.ts'
import { endOfDay } from '../../src/server/services/selling/coupon-end.ts'
import type { World } from '../../src/server/world.ts'
import type { Command, Given, Told } from './command.ts'

export const couponCommands: Command[] = [
  { usage: 'coupons list', summary: 'coupons, newest first', run: async (world, _args, { slice }) => ({ list: await listCoupons(world, slice) }) },
  {
    usage: 'coupons show CODE',
    summary: 'one coupon, and how many orders were paid with it',
    run: async (world, [code = '']) => ({ one: (await couponNamed(world, code)) ?? unknown(code) }),
  },
  {
    usage: 'coupons add CODE PERCENT',
    options: { uses: 'N', until: 'YYYY-MM-DD' },
    summary: 'a new coupon; at most N orders, and none after that day in India',
    run: add,
  },
  {
    usage: 'coupons end CODE',
    summary: 'no new order gets it; open ones keep their price',
    run: async (world, [code = '']) => ((await endCoupon(world, code)) ? { done: `coupon ${code} has ended` } : unknown(code)),
  },
]

async function add(world: World, [code = '', percent = '']: string[], { options }: Given): Promise<Told> {
  if (!/^[\w-]{1,30}$/.test(code)) throw new StopReason(`CODE must be 1 to 30 letters of English, digits, - or _, not "${code}".`)
  const { uses, until } = options
  const added = await addCoupon(world, {
    code,
    percent: wholeNumber('PERCENT', percent, 100),
    ...(uses !== undefined && { uses: wholeNumber('--uses', uses, 1_000_000) }),
    ...(until !== undefined && { expires: endOf(until, world.now()) }),
  })
  if ('fault' in added) throw new StopReason(`There is a coupon ${code} already.`)
  return { one: added }
}

function wholeNumber(name: string, text: string, most: number): number {
  const value = Number(text)
  if (/^\d+$/.test(text) && value >= 1 && value <= most) return value
  throw new StopReason(`${name} must be a number from 1 to ${most}, not "${text}".`)
}

function endOf(day: string, now: Date): Date {
  const end = endOfDay(day)
  if (end && end > now) return end
  throw new StopReason(`--until must be a day that is not over, as 2027-03-31, not "${day}".`)
}

function unknown(code: string): never {
  throw new StopReason(`There is no coupon ${code}.`)
}
