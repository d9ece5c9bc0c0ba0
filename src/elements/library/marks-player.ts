import { triggerHydration } from '#client/directives/hydration-trigger.ts'
import { alertOffline } from '#stores/offline/offline-alert.ts'
import type { Range } from '#stores/library/marks/play-mark.ts'
import { $wantedMark } from '#stores/library/marks/wanted-mark.ts'
import { ConnectedElement, define, untilAborted } from '../connected-element.ts'
import { player } from '../listening/player-module.ts'

/** `<marks-player>` around a list of marks: plays from the one that was pressed, and says when a range has ended. */
class MarksPlayer extends ConnectedElement {
  #unsubscribe: (() => void) | undefined

  protected connect(signal: AbortSignal): void {
    untilAborted(
      signal,
      $wantedMark.listen((range) => void (range && this.#play(range, signal))),
    )
  }

  async #play(range: Range, signal: AbortSignal): Promise<void> {
    triggerHydration('sound')
    try {
      await player.load()
      const { $range, playMark } = await import('#stores/library/marks/play-mark.ts')
      this.#say('')
      await playMark(range)
      this.#unsubscribe?.()
      this.#unsubscribe = $range.listen((now) => this.#say(now?.isEnded ? this.text('ended') : ''))
      untilAborted(signal, this.#unsubscribe)
    } catch {
      alertOffline()
    }
  }

  #say(text: string): void {
    const note = this.querySelector('.marks-ended')
    if (note) note.textContent = text
  }
}

define('marks-player', MarksPlayer)
