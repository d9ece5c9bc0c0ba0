import type { TitleAccess } from '#contract/library.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { clock } from '#i18n/format.ts'
import { localeOf } from '#i18n/locales.ts'

/** Rows of a title's tracks: which were heard, and what is left of those that were begun. */
export function showPlaces({ product_id: id, places }: TitleAccess): void {
  const list = document.querySelector<HTMLElement>(`ol[data-play="${id}"]`)
  for (const { track_id: track, seconds, is_heard: isHeard } of places) {
    const row = list?.querySelector<HTMLElement>(`[data-track="${track}"]`)
    const length = row?.parentElement?.querySelector<HTMLElement>('.length')
    if (!list || !row || !length || (seconds === 0 && !isHeard)) continue
    const whole = Number(length.dataset['seconds'])
    const left = interpolate(list.dataset['leftWord'] ?? '', {
      time: clock(whole - seconds, localeOf(document.documentElement.lang)),
    })
    length.dataset['done'] = isHeard ? `✓ ${list.dataset['heardWord']}` : left
    row.style.setProperty('--heard', isHeard ? '100%' : `${(seconds / whole) * 100}%`)
  }
}
