import { call } from '#client/browser-call.ts'
import { playerAnalytics, productAnalytics } from '#contract/listening/listening.ts'
import { currentSession } from '../accounts/session.ts'

/** Counts that a genre was chosen [BR-5]. Nothing waits for it, and a failure has no effect. */
export async function countGenre(id: string): Promise<void> {
  if (/^\d+$/.test(id) && (await currentSession())) await call(productAnalytics, { category_id: Number(id) })
}

/** Counts a view of a title's page [PD-6]. */
export async function countTitle(product_id: number): Promise<void> {
  if (await currentSession()) await call(productAnalytics, { product_id })
}

/** Counts that the player was opened [PD-6]. */
export async function countPlayer(): Promise<void> {
  if (await currentSession()) await call(playerAnalytics, {})
}
