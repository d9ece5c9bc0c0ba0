import { ordinalDate } from '#i18n/ordinal-date.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { currentSession } from '#stores/accounts/session.ts'
import { ownPlans } from '#stores/plans/own-plans.ts'
import { pageLocale } from '../page-locale.ts'

/** A payment that the bank has not confirmed is not made again. */
function showPending(element: HTMLElement): void {
  const note = element.querySelector<HTMLElement>('.pending')
  if (note) note.hidden = false
}

/** Writes into the note of every card: on the listener's own plan until when it runs, on all that are sold when they would start. */
export async function markOwnPlans(element: HTMLElement, signal: AbortSignal): Promise<void> {
  const plans = (await currentSession()) && (await ownPlans())
  if (!plans || signal.aborted) return
  if (plans.isPending) showPending(element)
  const { nextStart } = plans
  if (!nextStart) return
  const words = (name: 'until-text' | 'starts-text', day: string) =>
    interpolate(element.getAttribute(name) ?? '', { date: ordinalDate(day, pageLocale()) })
  for (const note of element.querySelectorAll<HTMLElement>('[data-plan]')) {
    const until = plans.until.get(Number(note.dataset['plan']))
    note.closest('.plan')?.toggleAttribute('data-own', until !== undefined)
    const lines = [
      ...(until ? [words('until-text', until)] : []),
      ...('sold' in note.dataset ? [words('starts-text', nextStart)] : []),
    ]
    note.replaceChildren(
      ...lines.map((text) => {
        const line = document.createElement('span')
        line.textContent = text
        return line
      }),
    )
    note.hidden = lines.length === 0
  }
}
