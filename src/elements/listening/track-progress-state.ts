import type { TitleAccess } from '#contract/library/library.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { clock } from '#i18n/format.ts'
import { $entitlements, positionsIn } from '#stores/listening/entitlements.ts'
import { untilAborted } from '../connected-element.ts'
import { pageLocale } from '../page-locale.ts'
import type { PlayButton } from './play-button.ts'
import type { TrackProgress } from './track-progress.ts'

/** Asks how far the listener is in a title among others. */
export async function loadProgress(list: TrackProgress): Promise<void> {
  const access = await positionsIn(list.titleId)
  if (access) show(list, access)
}

/** The page of a title asks for its entitlements anyway. */
export function followProgress(list: TrackProgress, signal: AbortSignal): void {
  if (signal.aborted) return
  untilAborted(
    signal,
    $entitlements.subscribe((access) => {
      if (access?.product_id === list.titleId) show(list, access)
    }),
  )
}

function show(list: TrackProgress, { places }: TitleAccess): void {
  for (const { track_id: trackId, seconds, is_heard: isHeard } of places) {
    const button = list.querySelector<PlayButton>(`play-button[track-id="${trackId}"]`)
    const length = button?.closest('li')?.querySelector<HTMLElement>('.length')
    if (!button || !length || (seconds === 0 && !isHeard)) continue
    const whole = button.trackSeconds
    const left = interpolate(list.texts.left, { time: clock(whole - seconds, pageLocale()) })
    length.dataset['done'] = isHeard ? `✓ ${list.texts.heard}` : left
    button.showHeard(isHeard ? 100 : (seconds / whole) * 100)
  }
}
