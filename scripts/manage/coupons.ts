import { StartupError } from '../../src/server/runtime/startup-error.ts'
import { addCoupon, couponNamed, endCoupon, listCoupons } from '../../src/server/cart/manage-coupons.ts'
import { endOfDay } from '../../src/server/cart/end-of-day.ts'
import type { AppContext } from '../../src/server/context.ts'
import type { Command, CommandInput, CommandResult } from './command.ts'

export const couponCommands: Command[] = [
  {
    usage: 'coupons list',
    summary: 'coupons, newest first',
    run: async (context, _args, { slice }) => ({ list: await listCoupons(context, slice) }),
  },
  {
    usage: 'coupons show CODE',
    summary: 'one coupon with the number of orders paid with it',
    run: async (context, [code = '']) => ({ one: (await couponNamed(context, code)) ?? unknown(code) }),
  },
  {
    usage: 'coupons add CODE PERCENT',
    options: { uses: 'N', until: 'YYYY-MM-DD' },
    summary: 'add a coupon for at most N orders, valid until the end of that day in India',
    run: add,
  },
  {
    usage: 'coupons end CODE',
    summary: 'end a coupon: new orders cannot use it, open orders keep their price',
    run: async (context, [code = '']) =>
      (await endCoupon(context, code)) ? { done: `coupon ${code} has ended` } : unknown(code),
  },
]

async function add(
  context: AppContext,
  [code = '', percent = '']: string[],
  { options }: CommandInput,
): Promise<CommandResult> {
  if (!/^[\w-]{1,30}$/.test(code))
    throw new StartupError(`CODE must be 1 to 30 English letters, digits, - or _, not "${code}".`)
  const { uses, until } = options
  const added = await addCoupon(context, {
    code,
    percent: wholeNumber('PERCENT', percent, 100),
    ...(uses !== undefined && { uses: wholeNumber('--uses', uses, 1_000_000) }),
    ...(until !== undefined && { expires: endOf(until, context.now()) }),
  })
  if ('fault' in added) throw new StartupError(`There is a coupon ${code} already.`)
  return { one: added }
}

function wholeNumber(name: string, text: string, max: number): number {
  const value = Number(text)
  if (/^\d+$/.test(text) && value >= 1 && value <= max) return value
  throw new StartupError(`${name} must be a number from 1 to ${max}, not "${text}".`)
}

function endOf(day: string, now: Date): Date {
  const end = endOfDay(day)
  if (end && end > now) return end
  throw new StartupError(`--until must be today or later, for example 2027-03-31, not "${day}".`)
}

function unknown(code: string): never {
  throw new StartupError(`There is no coupon ${code}.`)
}
