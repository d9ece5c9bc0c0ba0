import { useStore } from '@nanostores/react'
import { lazy, Suspense } from 'react'
import { $isPlayerLoaded } from '#stores/listening/player-presence.ts'
import { $sample, type SampleState } from '#stores/listening/samples.ts'
import { SampleBar, type SampleProps } from './SampleBar.tsx'

const Player = lazy(() => import('./Player.tsx').then((module) => ({ default: module.Player })))

const IDLE: SampleState = { state: 'idle' }

/** Shows and controls what plays now, on every page: a sample, or the full player, which waits while a sample plays. */
export function SoundBar(props: SampleProps) {
  const now = useStore($sample, { ssr: () => IDLE })
  const hasPlayer = useStore($isPlayerLoaded, { ssr: () => false })
  return (
    <>
      <SampleBar {...props} />
      {hasPlayer && (
        <Suspense>
          <Player locale={props.locale} time={props.time} isBehind={now.state !== 'idle'} />
        </Suspense>
      )}
    </>
  )
}
