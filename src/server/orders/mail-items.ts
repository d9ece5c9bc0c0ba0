import type { Locale } from '#contract/text/locale.ts'
import type { Db } from '../db/connect.ts'
import type { Row } from '../db/row.ts'
import type { orderLines } from '../db/schema/orders/orders.ts'
import type { mediaFiles } from '../db/schema/state.ts'
import { planNames } from '../plans/plan-names.ts'
import type { MailItem } from '../jobs/mail-layout.ts'

type Line = Pick<Row<typeof orderLines>, 'translations' | 'plan_id'> & { cover: Row<typeof mediaFiles>['path'] | null }

/**
 * What an order is about, for its mails: the names as they were sold, and the covers of today. Without `lineIds` all lines
 * whose money was not returned.
 */
export async function mailItems(
  inner: Db,
  orderId: number,
  locale: Locale,
  lineIds?: ReadonlySet<number>,
): Promise<MailItem[]> {
  const lines = await inner.query<Line>(
    `select l.translations, l.plan_id, m.path as cover from order_lines l
     left join products p on p.id = l.product_id left join media_files m on m.id = p.cover_id
     where l.order_id = $1 and case when $2::bigint[] is null then l.line_refund_id is null else l.id = any($2) end
     order by l.position`,
    [orderId, lineIds ? [...lineIds] : null],
  )
  return lines.map(({ translations, plan_id: planId, cover }) => {
    const names = planId === null ? translations : planNames(translations)
    return {
      name: (names[locale] ?? names.en ?? names.mr)?.name ?? '',
      ...(cover !== null && { picture: `/media/${cover}-og.jpg` }),
    }
  })
}
