import type { RadioSample } from '#contract/listening/radio.ts'
import { isSaved, scoreSample, setSaved } from '#stores/listening/radio/memory.ts'
import { POINTS } from '#stores/listening/radio/order.ts'
import { pageLocale } from '../../page-locale.ts'
import { pathOf, smallCover, type RadioTexts } from './radio-texts.ts'

/** Puts a sample on the list with its sound for times without a network, or takes both away; returns what is said about it. */
export async function toggleSaved(sample: RadioSample, texts: RadioTexts, button: HTMLElement): Promise<string> {
  const isWanted = !isSaved(sample)
  moveFocus(button, isWanted)
  setSaved(sample, isWanted)
  if (isWanted) scoreSample(sample, POINTS.saved)
  const hasSound = await setOfflineCopy(sample, isWanted).catch(() => false)
  if (!isWanted) return texts.removed
  return hasSound ? texts.savedNow : texts.savedHere
}

/** The row of the list goes, and the focus to the next one, or to the heading. */
function moveFocus(button: HTMLElement, isWanted: boolean): void {
  const section = button.closest('section.saved')
  if (!section || isWanted) return
  const rows = [...section.querySelectorAll<HTMLElement>('li button')]
  const next = rows[rows.indexOf(button) + 1] ?? rows[rows.indexOf(button) - 1] ?? section.querySelector('h2')
  next?.focus()
}

/** Whether the sound is on this device afterwards. */
async function setOfflineCopy(sample: RadioSample, isWanted: boolean): Promise<boolean> {
  const { $offlineStates, copyName, loadOfflineAudio, toggleOfflineCopy } =
    await import('#stores/offline/offline-copies.ts')
  const candidate = {
    ...{ kind: 'sample' as const, key: sample.sample, name: sample.name, title: sample.name, locale: pageLocale() },
    ...{ href: pathOf(sample), cover: smallCover(sample), seconds: sample.length },
  }
  const isThere = () => $offlineStates.get()[copyName(candidate)]?.state === 'saved'
  await loadOfflineAudio()
  if (isThere() !== isWanted) await toggleOfflineCopy(candidate)
  return isThere()
}
