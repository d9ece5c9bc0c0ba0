import { useStore } from '@nanostores/react'
import type { Locale } from '#contract/locale.ts'
import { pathTo } from '#i18n/paths.ts'
import { $need, needFirst } from '#stores/listening/player/state.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { PlayerBar } from './PlayerBar.tsx'
import type { TimeMessages } from './spoken-time.ts'
import { usePlayerMessages } from './use-player-messages.ts'

type Props = { locale: Locale; time: TimeMessages; isBehind: boolean }

/** The full player, and the dialog for a title that the listener may not play. */
export function Player({ locale, time, isBehind }: Props) {
  const messages = usePlayerMessages(locale)
  const need = useStore($need)
  if (!messages) return null
  return (
    <>
      {!isBehind && <PlayerBar messages={messages} locale={locale} time={time} />}
      <Dialog
        title={messages.needTitle}
        close={messages.dialogClose}
        isOpen={need?.need === 'subscribe'}
        onClose={() => needFirst()}
      >
        <p>{messages.needSubscribe}</p>
        <div className="ways">
          <a className="button" href={pathTo('subscribe', locale)}>
            {messages.subscribe}
          </a>
          <button type="button" className="button quiet" data-close>
            {messages.cancel}
          </button>
        </div>
      </Dialog>
    </>
  )
}
