import { LEASE_MS, type offlineLeases } from '#contract/offline/offline-leases.ts'
import type { ReplyOf } from '#contract/http/endpoint.ts'
import { chooseEdition, EDITION, type EditionColumns } from '../audio/editions.ts'
import type { AppContext } from '../context.ts'
import { coveredUntil } from '../plans/subscriptions.ts'
import { entitlementsOf, type Entitlement } from '../listening/entitlements.ts'

type LeaseContext = Pick<AppContext, 'db' | 'signer' | 'now'>
type Bytes = { full: number; light?: number }

/** Until when offline copies of these titles may play. Titles that the listener may not hear are left out. */
export async function leasesFor(
  context: LeaseContext,
  userId: number,
  productIds: readonly number[],
): Promise<Omit<ReplyOf<typeof offlineLeases>, 'status'>> {
  const at = context.now().getTime()
  const [entitlements, plans, bytes] = await Promise.all([
    entitlementsOf(context, userId, productIds),
    coveredUntil(context, userId),
    bytesOf(context, productIds),
  ])
  const playable = [...entitlements.values()].filter(({ access }) => access === 'play')
  const leases = playable.map((entitlement) => {
    const { id: title } = entitlement
    const renewed = at + LEASE_MS
    const planEnd = hasByPlanOnly(entitlement)
      ? Math.min(...entitlement.audioTypes.map((audioType) => plans.get(audioType) ?? at))
      : Infinity
    const lease = context.signer.signLease({ title, listener: userId, at, until: Math.min(renewed, planEnd) })
    return { product_id: title, lease, ends_with_plan: planEnd <= renewed, bytes: bytes.get(title) ?? { full: 0 } }
  })
  return { now: at, leases }
}

const hasByPlanOnly = ({ isFree, isPurchased, covered }: Entitlement): boolean => covered && !isFree && !isPurchased

/** What a whole title weighs. A track without a light edition counts in full there too; `light` is absent where none has one. */
async function bytesOf({ db }: LeaseContext, productIds: readonly number[]): Promise<Map<number, Bytes>> {
  const rows = await db.query<EditionColumns & { product_id: number }>(
    `select t.product_id, ${EDITION.columns} from current_tracks t join products p on p.id = t.product_id
      join media_files m on m.id = t.audio_id ${EDITION.joins} where t.product_id = any($1)`,
    [productIds],
    'bytes of titles',
  )
  const sums = new Map<number, Bytes>()
  for (const row of rows) {
    const { full, light = full } = chooseEdition(row, 'light').bytes
    const sum = sums.get(row.product_id) ?? { full: 0, light: 0 }
    sums.set(row.product_id, { full: sum.full + full, light: (sum.light ?? 0) + light })
  }
  for (const [id, { full, light }] of sums) if (light === full) sums.set(id, { full })
  return sums
}
