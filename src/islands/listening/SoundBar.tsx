import { useStore } from '@nanostores/react'
import { lazy, Suspense } from 'react'
import type { Locale } from '#contract/text.ts'
import { interpolate } from '#i18n/interpolate.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { clock, digits } from '#i18n/format.ts'
import {
  $sample,
  $sampleTime,
  pauseSample,
  playSample,
  resumeSample,
  seekSample,
  skipSample,
  stopSample,
  type SampleState,
} from '#stores/listening/samples.ts'
import { $isPlayerLoaded } from '#stores/listening/player-presence.ts'
import { Icon } from './Icon.tsx'
import { spoken, type TimeMessages } from './spoken-time.ts'

const Player = lazy(() => import('./Player.tsx').then((module) => ({ default: module.Player })))

type SampleMessages = Messages['listening']['sample'] & Messages['ui']['actions']
type Props = { locale: Locale; messages: SampleMessages; time: TimeMessages }

const IDLE: SampleState = { state: 'idle' }
const START = { seconds: 0, length: 0 }

/** Shows and controls what plays now, on every page: a sample, or the full player, which waits while a sample plays. */
export function SoundBar(props: Props) {
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

function SampleBar({ locale, messages, time }: Props) {
  const now = useStore($sample, { ssr: () => IDLE })
  const { seconds, length } = useStore($sampleTime, { ssr: () => START })
  // The fixed buttons of the page make room for the bar.

  if (now.state === 'idle') return <section aria-label={messages.soundBar} hidden />
  const { sample } = now
  const part = length > 0 ? seconds / length : 0

  return (
    <section className="sound-bar" aria-label={messages.soundBar}>
      <div className="track" aria-hidden="true">
        <div ref={(bar) => bar?.style.setProperty('transform', `scaleX(${part})`)} />
      </div>
      <div className="inner">
        <a className="what" href={sample.href}>
          {sample.cover && <img src={sample.cover} alt="" width="56" height="56" />}
          <span>
            <strong>{sample.title}</strong>
            <small>{now.state === 'loading' ? messages.sampleLoading : messages.sample}</small>
          </span>
        </a>
        {now.state === 'faulty' ? (
          <p className="fault" role="alert">
            {messages.failures[now.fault]}{' '}
            {now.fault !== 'gone' && (
              <button type="button" className="again" onClick={() => void playSample(sample)}>
                {messages.tryAgain}
              </button>
            )}
          </p>
        ) : (
          <div className="controls">
            <button type="button" className="round" aria-label={messages.back} onClick={() => skipSample(-1)}>
              <span aria-hidden="true">−{digits(10, locale)}</span>
            </button>
            {now.state === 'playing' ? (
              <button type="button" className="round main" aria-label={messages.pause} onClick={pauseSample}>
                <Icon name="pause" />
              </button>
            ) : (
              <button
                type="button"
                className="round main"
                aria-label={messages.play}
                disabled={now.state === 'loading'}
                onClick={() => void resumeSample()}
              >
                <Icon name="play" />
              </button>
            )}
            <button type="button" className="round" aria-label={messages.forward} onClick={() => skipSample(1)}>
              <span aria-hidden="true">+{digits(10, locale)}</span>
            </button>
            <input
              type="range"
              min="0"
              max={Math.ceil(length)}
              step="1"
              value={Math.floor(seconds)}
              aria-label={messages.seek}
              aria-valuetext={interpolate(messages.seekValue, {
                position: spoken(seconds, time, locale),
                length: spoken(length, time, locale),
              })}
              onChange={(event) => seekSample(Number(event.currentTarget.value))}
            />
            <span className="clock" aria-hidden="true">
              {clock(seconds, locale)} / {clock(length, locale)}
            </span>
          </div>
        )}
        <button type="button" className="round" aria-label={messages.close} onClick={stopSample}>
          <Icon name="close" />
        </button>
      </div>
    </section>
  )
}
