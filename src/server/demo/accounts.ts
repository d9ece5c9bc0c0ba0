import { brand, slug } from '#brand/brand.ts'
import type { Db } from '../db/connect.ts'
import { hashPassword } from '../accounts/passwords/passwords.ts'

type Account = {
  name: string
  first: string
  last: string
  country: string
  state: string
  mobile: string
  complete: boolean
  subscribed?: boolean
}

/** The same for everybody who tries the demo (design 10). Production never makes them. */
export const DEMO_PASSWORD = `${brand.name.en}1`
export const DEMO_HOST = `${slug}.test`
const ACCOUNTS: Account[] = [
  {
    name: 'listener',
    first: 'Asha',
    last: 'Kulkarni',
    country: 'IN',
    state: 'MH',
    mobile: '9000000001',
    complete: true,
  },
  {
    name: 'karnataka',
    first: 'Girish',
    last: 'Hegde',
    country: 'IN',
    state: 'KA',
    mobile: '9000000002',
    complete: true,
  },
  {
    name: 'subscriber',
    first: 'Meera',
    last: 'Joshi',
    country: 'IN',
    state: 'MH',
    mobile: '9000000003',
    complete: true,
    subscribed: true,
  },
  {
    name: 'overseas',
    first: 'Nikhil',
    last: 'Deshmukh',
    country: 'US',
    state: '',
    mobile: '5550142001',
    complete: true,
  },
  { name: 'newcomer', first: '', last: '', country: 'IN', state: '', mobile: '', complete: false },
]
const DAY_MS = 86_400_000

/** Makes the demo accounts that are missing; what somebody changed in one stays. */
export async function ensureDemoAccounts({ db, now }: { db: Db; now: () => Date }): Promise<void> {
  for (const account of ACCOUNTS) {
    const email = `${account.name}@${DEMO_HOST}`
    const known = await db.query('select 1 from users where lower(email) = $1', [email])
    if (known.length === 0) await makeAccount(db, account, email, now())
  }
}

async function makeAccount(db: Db, account: Account, email: string, now: Date): Promise<void> {
  const hash = await hashPassword(DEMO_PASSWORD)
  await db.transaction(async (inner) => {
    const [user] = await inner.query<{ id: number }>(
      `insert into users (email, password_hash, first_name, last_name, country, state, mobile, profile_completed, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing returning id`,
      [email, hash, account.first, account.last, account.country, account.state, account.mobile, account.complete, now],
    )
    if (user && account.subscribed) await giveYear(inner, user.id, now)
  })
}

/** The plan of a year, or the nearest the catalog has. */
async function giveYear(db: Db, userId: number, now: Date): Promise<void> {
  const [plan] = await db.query<{ id: number; duration_days: number }>(
    'select id, duration_days from plans where can_purchase order by abs(duration_days - 365), id limit 1',
  )
  if (!plan) return
  const ends = new Date(now.getTime() + plan.duration_days * DAY_MS)
  await db.query('insert into subscriptions (user_id, plan_id, starts_at, ends_at) values ($1, $2, $3, $4)', [
    userId,
    plan.id,
    now,
    ends,
  ])
}
