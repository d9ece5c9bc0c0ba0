import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { Locale } from '#contract/text/locale.ts'
import { $isPlayerLoaded } from '#stores/listening/player-presence.ts'
import { $sample, type SampleState } from '#stores/listening/samples.ts'
import { alertOffline } from '#stores/offline/offline-alert.ts'
import { Late } from '#ui/Late.tsx'
import { SampleBar } from './SampleBar.tsx'
import sheet from './sound-bar.css?url'
import type { TimeMessages } from './spoken-time.ts'
import { useLateMessages } from './use-late-messages.ts'

const loadPlayer = () => import('./Player.tsx').then(({ Player }) => Player)

const IDLE: SampleState = { state: 'idle' }

/**
 * Shows and controls what plays now, on every page: a sample, or the full player, which waits while a sample plays. Its style
 * and its texts come with the first sound: pages that nobody listens to do not pay for it.
 */
export function SoundBar(props: { locale: Locale; time: TimeMessages }) {
  const now = useStore($sample, { ssr: () => IDLE })
  const hasPlayer = useStore($isPlayerLoaded, { ssr: () => false })
  const isSample = now.state !== 'idle'
  const messages = useLateMessages(props.locale, 'sample', isSample)
  const [isStyled, setStyled] = useState(false)
  const show = () => setStyled(true)
  return (
    <>
      {/* In the island: the router takes styles out of the head of the page. */}
      {(isSample || hasPlayer) && <link rel="stylesheet" href={sheet} onLoad={show} onError={show} />}
      {isStyled && messages && <SampleBar {...props} messages={messages} />}
      {isStyled && hasPlayer && (
        <Late load={loadPlayer} failed={alertOffline}>
          {(Player) => <Player {...props} isBehind={isSample} />}
        </Late>
      )}
    </>
  )
}
