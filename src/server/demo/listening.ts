import type { Db } from '../db/connect.ts'
import type { Row } from '../db/row.ts'
import type { institutes, users } from '../db/schema/accounts.ts'
import type { products } from '../db/schema/catalog/catalog.ts'
import type { How } from '../listening/entitlements.ts'
import { DEMO_HOST } from './accounts.ts'
import { grant } from '../library/library.ts'
import type { AppContext } from '../context.ts'

/** `heard`: the whole title, or up to a second of a track (counted from 0), some hours ago. */
type DemoLibrary = {
  account: string
  titles: { key: string; how: How; heard?: 'whole' | { track: number; seconds: number; hoursAgo: number } }[]
}

const INSTITUTE = { key: 'sahyadri', name: 'Sahyadri Institute of Languages', logo: '/demo/sahyadri.svg' }
/** A member of the institute, which gave the account its course. */
const STUDENT = 'karnataka'

const WHOLE = { track: 1_000, seconds: 0, hoursAgo: 200 }

const LIBRARIES: DemoLibrary[] = [
  {
    account: 'listener',
    titles: [
      { key: 'tukaram-abhang-gatha', how: 'purchase', heard: { track: 1, seconds: 8, hoursAgo: 20 } },
      { key: 'the-clockmaker-of-pune', how: 'purchase' },
    ],
  },
  {
    account: 'subscriber',
    titles: [
      { key: 'dnyaneshwari', how: 'free', heard: 'whole' },
      { key: 'the-lamp-at-rajgad', how: 'subscription', heard: { track: 1, seconds: 12, hoursAgo: 3 } },
      { key: 'panchatantra', how: 'subscription', heard: { track: 0, seconds: 15, hoursAgo: 50 } },
      { key: 'hello-marathi', how: 'free', heard: { track: 0, seconds: 10, hoursAgo: 30 } },
    ],
  },
  { account: STUDENT, titles: [{ key: 'marathi-for-nurses', how: 'gift', heard: 'whole' }] },
]

/** Adds titles and listening positions to the demo accounts that have an empty library. */
export async function ensureDemoListening({ db, now }: Pick<AppContext, 'db' | 'now'>): Promise<void> {
  for (const { account, titles } of LIBRARIES) {
    const [user] = await db.query<Pick<Row<typeof users>, 'id'>>(
      'select id from users u where lower(email) = $1 and not exists (select 1 from library_entries e where e.user_id = u.id)',
      [`${account}@${DEMO_HOST}`],
    )
    if (user) await db.transaction((inner) => fill({ db: inner, now }, user.id, titles))
    if (user && account === STUDENT) await enrol(db, user.id)
  }
}

async function fill(
  context: Pick<AppContext, 'db' | 'now'>,
  userId: number,
  titles: DemoLibrary['titles'],
): Promise<void> {
  for (const { key, how, heard } of titles.toReversed()) {
    const [title] = await context.db.query<Pick<Row<typeof products>, 'id'>>('select id from products where key = $1', [
      key,
    ])
    if (!title) continue
    await grant(context, userId, title.id, how)
    if (heard) await addHeard(context, userId, title.id, heard === 'whole' ? WHOLE : heard)
  }
}

/** Marks all earlier tracks as heard, and this track up to the position. */
async function addHeard(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  userId: number,
  productId: number,
  { track, seconds, hoursAgo }: { track: number; seconds: number; hoursAgo: number },
) {
  const at = new Date(now().getTime() - hoursAgo * 3_600_000)
  await db.query(
    `insert into listening_positions (user_id, track_id, product_id, opened_at, seconds, event_at, played_at, heard)
     select $1, t.id, $2, p.at, p.place, p.at, p.at, int4multirange(int4range(0, ceil(p.place)::int))
     from current_tracks t, lateral (select case when t.position < $3 then t.seconds else least($4, t.seconds) end as place,
       $5::timestamptz - ($3 - t.position) * interval '1 minute' as at) p
     where t.product_id = $2 and t.position <= $3 on conflict do nothing`,
    [userId, productId, track, seconds, at],
  )
}

async function enrol(db: Db, userId: number): Promise<void> {
  const [institute] = await db.query<Pick<Row<typeof institutes>, 'id'>>(
    'insert into institutes (key, name, logo) values ($1, $2, $3) on conflict (key) do update set name = excluded.name, logo = excluded.logo returning id',
    [INSTITUTE.key, INSTITUTE.name, INSTITUTE.logo],
  )
  await db.query('update users set institute_id = $2 where id = $1 and institute_id is null', [userId, institute?.id])
}
