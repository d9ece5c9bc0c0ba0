import { useStore } from '@nanostores/react'
import { lazy, Suspense, useState } from 'react'
import { $isPlayerLoaded } from '#stores/listening/player-presence.ts'
import { $sample, type SampleState } from '#stores/listening/samples.ts'
import { SampleBar, type SampleProps } from './SampleBar.tsx'
import sheet from './sound-bar.css?url'

const Player = lazy(() => import('./Player.tsx').then((module) => ({ default: module.Player })))

const IDLE: SampleState = { state: 'idle' }

/**
 * Shows and controls what plays now, on every page: a sample, or the full player, which waits while a sample plays. Its style comes
 * with the first sound: pages that nobody listens to do not pay for it.
 */
export function SoundBar(props: SampleProps) {
  const now = useStore($sample, { ssr: () => IDLE })
  const hasPlayer = useStore($isPlayerLoaded, { ssr: () => false })
  const [isStyled, setStyled] = useState(false)
  const show = () => setStyled(true)
  return (
    <>
      {/* In the island: the router takes styles out of the head of the page. */}
      {(now.state !== 'idle' || hasPlayer) && <link rel="stylesheet" href={sheet} onLoad={show} onError={show} />}
      <SampleBar {...props} isStyled={isStyled} />
      {isStyled && hasPlayer && (
        <Suspense>
          <Player locale={props.locale} time={props.time} isBehind={now.state !== 'idle'} />
        </Suspense>
      )}
    </>
  )
}
