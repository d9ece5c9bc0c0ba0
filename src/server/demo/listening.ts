import type { Db } from '../db/connect.ts'
import type { How } from '../listening/entitlements.ts'
import { DEMO_HOST } from './accounts.ts'
import { grant } from '../library/library.ts'

type Given = { db: Db; now: () => Date }
/** `heard`: the whole title, or up to a second of a track (counted from 0), so many hours ago. */
type Shelf = {
  account: string
  titles: { key: string; how: How; heard?: 'whole' | { track: number; seconds: number; hoursAgo: number } }[]
}

const INSTITUTE = { key: 'sahyadri', name: 'Sahyadri Institute of Languages', logo: '/demo/sahyadri.svg' }
/** Belongs to the institute, which gave it its course. */
const STUDENT = 'karnataka'

const WHOLE = { track: 1_000, seconds: 0, hoursAgo: 200 }

const SHELVES: Shelf[] = [
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

/** Gives the demo accounts titles and places in them, once: an account that has a library keeps it as it is. */
export async function ensureDemoListening({ db, now }: Given): Promise<void> {
  for (const { account, titles } of SHELVES) {
    const [user] = await db.query<{ id: number }>(
      'select id from users u where lower(email) = $1 and not exists (select 1 from library_entries e where e.user_id = u.id)',
      [`${account}@${DEMO_HOST}`],
    )
    if (user) await db.transaction((inner) => fill({ db: inner, now }, user.id, titles))
    if (user && account === STUDENT) await enrol(db, user.id)
  }
}

async function fill(context: Given, userId: number, titles: Shelf['titles']): Promise<void> {
  for (const { key, how, heard } of titles.toReversed()) {
    const [title] = await context.db.query<{ id: number }>('select id from products where key = $1', [key])
    if (!title) continue
    await grant(context, userId, title.id, how)
    if (heard) await hear(context, userId, title.id, heard === 'whole' ? WHOLE : heard)
  }
}

/** Every track before this one was heard, and of this one what is before the place. */
async function hear(
  { db, now }: Given,
  userId: number,
  productId: number,
  { track, seconds, hoursAgo }: { track: number; seconds: number; hoursAgo: number },
) {
  const at = new Date(now().getTime() - hoursAgo * 3_600_000)
  await db.query(
    `insert into listening_positions (user_id, track_id, product_id, opened_at, seconds, event_at, played_at, heard)
     select $1, t.id, $2, p.at, p.place, p.at, p.at, int4multirange(int4range(0, ceil(p.place)::int))
     from tracks t, lateral (select case when t.position < $3 then t.seconds else least($4, t.seconds) end as place,
       $5::timestamptz - ($3 - t.position) * interval '1 minute' as at) p
     where t.product_id = $2 and t.position <= $3 on conflict do nothing`,
    [userId, productId, track, seconds, at],
  )
}

async function enrol(db: Db, userId: number): Promise<void> {
  const [institute] = await db.query<{ id: number }>(
    'insert into institutes (key, name, logo) values ($1, $2, $3) on conflict (key) do update set name = excluded.name, logo = excluded.logo returning id',
    [INSTITUTE.key, INSTITUTE.name, INSTITUTE.logo],
  )
  await db.query('update users set institute_id = $2 where id = $1 and institute_id is null', [userId, institute?.id])
}
