import { DAY_MS } from '#contract/time/day.ts'
import { brand, slug } from '#brand/brand.ts'
import type { Db } from '../db/connect.ts'
import type { Row } from '../db/row.ts'
import type { users } from '../db/schema/accounts.ts'
import type { plans } from '../db/schema/orders/plans.ts'
import type { AppContext } from '../context.ts'
import { addNoticeReceipts, NO_CHOICES } from '../accounts/privacy-receipts.ts'
import { hashPassword } from '../accounts/passwords/passwords.ts'

type Account = {
  name: string
  first: string
  last: string
  country: string
  state: string
  mobile: string
  complete: boolean
  /** Key of the plan that it has. */
  plan?: string
}

/** The password of all demo accounts, which production never creates. */
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
    plan: 'plan-365',
  },
  {
    name: 'books',
    first: 'Vinaya',
    last: 'Sathe',
    country: 'IN',
    state: 'MH',
    mobile: '9000000004',
    complete: true,
    plan: 'plan-books',
  },
  {
    name: 'overseas',
    first: 'Nikhil',
    last: 'Deshmukh',
    country: 'US',
    state: '',
    mobile: '2025550142',
    complete: true,
  },
  { name: 'newcomer', first: '', last: '', country: 'IN', state: '', mobile: '', complete: false },
]

/** Creates missing demo accounts and leaves existing ones as they are. */
export async function ensureDemoAccounts({ db, now }: Pick<AppContext, 'db' | 'now'>): Promise<void> {
  for (const account of ACCOUNTS) {
    const email = `${account.name}@${DEMO_HOST}`
    const existing = await db.query('select 1 from users where lower(email) = $1', [email])
    if (existing.length === 0) await createAccount(db, account, email, now())
  }
}

async function createAccount(db: Db, account: Account, email: string, now: Date): Promise<void> {
  const hash = await hashPassword(DEMO_PASSWORD)
  await db.transaction(async (inner) => {
    const [user] = await inner.query<Pick<Row<typeof users>, 'id'>>(
      `insert into users (email, password_hash, first_name, last_name, country, state, mobile, profile_completed, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing returning id`,
      [email, hash, account.first, account.last, account.country, account.state, account.mobile, account.complete, now],
    )
    if (user) await addNoticeReceipts(inner, { userId: user.id, locale: 'en', now }, NO_CHOICES)
    if (user && account.plan) await addPlan(inner, user.id, account.plan, now)
  })
}

/** The plan of this key, or the longest one of a catalog that has other plans. */
async function addPlan(db: Db, userId: number, key: string, now: Date): Promise<void> {
  const [plan] = await db.query<Pick<Row<typeof plans>, 'id' | 'duration_days'>>(
    'select id, duration_days from plans where can_purchase order by key = $1 desc, duration_days desc, id limit 1',
    [key],
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
