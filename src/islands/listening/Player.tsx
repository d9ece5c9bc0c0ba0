import { useStore } from '@nanostores/react'
import type { Locale } from '#contract/text.ts'
import { pathTo } from '#i18n/paths.ts'
import { $need, needFirst } from '#stores/listening/player/state.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { PlayerBar } from './PlayerBar.tsx'
import type { TimeWords } from './spoken-time.ts'
import { usePlayerWords } from './use-player-words.ts'

type Props = { locale: Locale; time: TimeWords; isBehind: boolean }

/** The full player, and what it says when a listener may not hear a title (C4). */
export function Player({ locale, time, isBehind }: Props) {
  const words = usePlayerWords(locale)
  const need = useStore($need)
  if (!words) return null
  return (
    <>
      {!isBehind && <PlayerBar words={words} locale={locale} time={time} />}
      <Dialog
        title={words['need-title']}
        close={words['dialog-close']}
        isOpen={need?.need === 'subscribe'}
        onClose={() => needFirst()}
      >
        <p>{words['need-subscribe']}</p>
        <div className="ways">
          <a className="button" href={pathTo('subscribe', locale)}>
            {words.subscribe}
          </a>
          <button type="button" className="button quiet" data-close>
            {words.cancel}
          </button>
        </div>
      </Dialog>
    </>
  )
}
