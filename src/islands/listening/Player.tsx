import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { Locale } from '#contract/text/locale.ts'
import { pathTo } from '#i18n/paths.ts'
import { $need, needFirst } from '#stores/listening/player/state.ts'
import { Dialog } from '#ui/Dialog.tsx'
import sheet from './player.css?url'
import { PlayerBar } from './PlayerBar.tsx'
import type { TimeMessages } from './spoken-time.ts'
import { useLateMessages } from './use-late-messages.ts'

type Props = { locale: Locale; time: TimeMessages; isBehind: boolean }

/** The full player, and the dialog for a title that the listener may not play. Nothing of both is drawn before its style is there. */
export function Player({ locale, time, isBehind }: Props) {
  const messages = useLateMessages(locale, 'player')
  const need = useStore($need)
  const [isStyled, setStyled] = useState(false)
  if (!messages) return null
  const show = () => setStyled(true)
  return (
    <>
      {/* In the island: the router takes styles out of the head of the page. */}
      <link rel="stylesheet" href={sheet} onLoad={show} onError={show} />
      {isStyled && !isBehind && <PlayerBar messages={messages} locale={locale} time={time} />}
      <Dialog
        title={messages.needTitle}
        close={messages.dialogClose}
        isOpen={isStyled && need?.need === 'subscribe'}
        onClose={() => needFirst()}
      >
        <p>{messages.needSubscribe}</p>
        <div className="player-ways">
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
