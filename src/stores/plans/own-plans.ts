import { call } from '#client/browser-call.ts'
import { multipleSubscription } from '#contract/plans/plans.ts'
import type { ReplyOf } from '#contract/http/endpoint.ts'

type Subscription = ReplyOf<typeof multipleSubscription>['data'][number]
/** `until`: by plan, the last day of those that run or follow. `nextStart`: the day on which another plan would start. */
type OwnPlans = { until: ReadonlyMap<number, string>; nextStart: string | undefined; isPending: boolean }

const latest = (days: readonly string[]): string | undefined => days.toSorted().at(-1)

function summarise(plans: readonly Subscription[], isPending: boolean): OwnPlans {
  const ids = new Set(plans.flatMap(({ plan_id: id }) => id ?? []))
  const end = (id: number) => latest(plans.filter((plan) => plan.plan_id === id).map((plan) => plan.end_date)) ?? ''
  return {
    until: new Map([...ids].map((id) => [id, end(id)])),
    nextStart: latest(plans.map((plan) => plan.end_date)),
    isPending,
  }
}

/** Running and upcoming plans of the listener; undefined when they could not be loaded. */
export async function ownPlans(): Promise<OwnPlans | undefined> {
  const result = await call(multipleSubscription, {})
  return result.ok ? summarise(result.value.data, result.value.is_pending === true) : undefined
}
