import { describe, expect, it } from 'vitest'
import type { Waiting } from '#contract/desk/home.ts'
import { endpoints } from '#contract/http/endpoints.ts'
import type { ReplyOf } from '#contract/http/endpoint.ts'
import { DEAD_LETTERS } from '../../../src/server/db/job-schema.ts'
import { askDesk, paidOrder } from '../support/desk-orders.ts'
import { shopWithGateways } from '../support/payments.ts'
import { advanceClock } from '../support/personas.ts'
import { enterDesk, sendAt } from '../support/staff.ts'

const shop = shopWithGateways()
type Today = ReplyOf<typeof endpoints.deskHome>

async function today(role: 'owner' | 'editor' | 'support' | 'accounts'): Promise<Today> {
  const { cookie } = await enterDesk(shop(), role)
  return (await sendAt(shop(), cookie, endpoints.deskHome)).json<Today>()
}
const countOf = async (kind: Waiting, role: 'owner' | 'editor' | 'support' | 'accounts' = 'owner') =>
  (await today(role)).waiting.find((one) => one.kind === kind)?.count ?? 0

/** Makes one more of each thing that waits. */
const MADE: Partial<Record<Waiting, string>> = {
  failedPublication: `insert into shop_state (key, value) values ('publications', '{"failure": {"at": "2026-11-21", "text": "x"}}')
    on conflict (key) do update set value = excluded.value`,
  letters: `insert into contacts (type, first_name, last_name, email, mobile, comments) values ('customer', 'A', 'B', 'a@x.test', '9876543210', 'Hello')`,
  reviews: `insert into reviews (product_id, name, score, title, body, status) select id, 'A', 5, 'T', 'B', 'waiting' from products limit 1`,
  failedRecordings: `insert into audio_editions (media_id, state, fault) select audio_id, 'failed', 'x' from tracks where audio_id is not null limit 1
    on conflict (media_id) do update set state = 'failed'`,
  scheduledTitles: `insert into products (key, slug, name, audio_type, spoken, translations, published, status, withheld)
    values ('later', 'later', 'Later', 'audiobook', 'en', '{"en":{"name":"Later"}}', '2027-01-01', 'unpublished', 'scheduled')`,
  incompleteTitles: `insert into products (key, slug, name, audio_type, spoken, translations, published, status)
    values ('bare', 'bare', 'Bare', 'audiobook', 'en', '{"en":{"name":"Bare"}}', '2020-01-01', 'published')`,
}
/** Who sees it besides the owner; nobody else does. */
const SEEN: Record<string, 'editor' | 'support'> = {
  failedPublication: 'editor',
  letters: 'support',
  reviews: 'support',
  failedRecordings: 'editor',
  scheduledTitles: 'editor',
  incompleteTitles: 'editor',
}

describe('the first page of the desk', () => {
  it.each(Object.entries(MADE) as [Waiting, string][])(
    '[DK-6] [DK-9] [DK-13] counts %s, for whose work it is',
    async (kind, sql) => {
      const before = await countOf(kind)
      await shop().db.query(sql)
      const all = ['editor', 'support', 'accounts'] as const
      const counts = await Promise.all(all.map(async (role) => [role, await countOf(kind, role)]))
      expect(Object.fromEntries(counts)).toEqual({ editor: 0, support: 0, accounts: 0, [SEEN[kind] ?? '']: before + 1 })
      expect(await countOf(kind)).toBe(before + 1)
    },
  )

  it('[DK-9] has mails that were given up sent again, by name in the audit log', async () => {
    await shop().db.query(
      `insert into pgboss.job (name, data, source_name, source_id) values ('${DEAD_LETTERS}', '{}', 'mail', gen_random_uuid())`,
    )
    expect([await countOf('failedMails', 'support'), await countOf('failedMails', 'editor')]).toEqual([1, 0])
    const { cookie } = await enterDesk(shop(), 'support')
    expect((await askDesk(shop(), cookie, endpoints.deskRetryMails)).code).toBe(200)
    expect(await countOf('failedMails')).toBe(0)
    const [line] = await shop().db.query<{ who: string }>(
      `select who from operator_actions where action = 'jobs tried again' order by id desc limit 1`,
    )
    expect(line?.who).toContain('support')
  })

  it('[DK-10] has the sales of today beside those of yesterday, as the figures have them, for the accounts only', async () => {
    await paidOrder(shop(), ['vyakti'])
    advanceClock(shop(), 24 * 3_600)
    await paidOrder(shop(), ['kid-1', 'kid-2'])
    await paidOrder(shop(), ['chhava'])
    const { sales } = await today('accounts')
    const { cookie } = await enterDesk(shop(), 'accounts')
    const figures = async (day: string) =>
      (await askDesk(shop(), cookie, endpoints.deskSales, { from: day, to: day, by: 'day' }))['totals'][0].sold
    expect(sales).toMatchObject({
      today: [{ currency: 'INR', orders: 2, amount: await figures('2026-11-22') }],
      yesterday: [{ currency: 'INR', orders: 1, amount: await figures('2026-11-21') }],
    })
    expect((await today('editor')).sales).toBeNull()
  })
})
