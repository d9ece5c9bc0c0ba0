import { useStore } from '@nanostores/react'
import type { Locale } from '#contract/text/locale.ts'
import { clock, digits } from '#i18n/format.ts'
import { interpolate } from '#i18n/interpolate.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { signInPath } from '#i18n/paths.ts'
import {
  $isSampleTextOpen,
  $sample,
  $sampleHasText,
  $sampleTime,
  closeSampleText,
  openSampleText,
  pauseSample,
  playSample,
  resumeSample,
  seekSample,
  skipSample,
  stopSample,
  type Sample,
  type SampleFault,
  type SampleState,
} from '#stores/listening/samples.ts'
import { alertOffline } from '#stores/offline/offline-alert.ts'
import { Late } from '#ui/Late.tsx'
import { Icon } from './Icon.tsx'
import { spoken, type TimeMessages } from './spoken-time.ts'
import { toMainButton } from './main-button.ts'

type Props = { locale: Locale; messages: Messages['sample']; time: TimeMessages }

/** The button of the sample gets the focus from the bar, which goes; a page without that button gets it itself. */
function closeSample(): void {
  stopSample()
  if (document.activeElement?.closest('#player')) document.getElementById('content')?.focus({ preventScroll: true })
}

/** The sample that plays, with its controls. */
export function SampleBar({ locale, messages, time }: Props) {
  const now = useStore($sample)
  if (now.state === 'idle') return null
  const { sample } = now
  return (
    <section id="player" tabIndex={-1} className="sound-bar" aria-label={messages.soundBar}>
      <ProgressLine />
      <div className="sound-inner">
        <a className="sound-what" href={sample.href}>
          {sample.cover && <img src={sample.cover} alt="" width="56" height="56" />}
          <span>
            <strong>{sample.title}</strong>
            <small>{now.state === 'loading' ? messages.sampleLoading : messages.sample}</small>
          </span>
        </a>
        {now.state !== 'faulty' && <InsteadNote {...{ sample, locale, messages }} />}
        {now.state === 'faulty' ? (
          <Fault {...{ sample, messages }} fault={now.fault} />
        ) : (
          <Controls {...{ locale, messages, time }} state={now.state} />
        )}
        <SampleText {...{ sample, locale, messages }} />
        {sample.queue && (
          <button type="button" className="sound-round" aria-label={messages.next} onClick={sample.queue.next}>
            <Icon name="last" />
          </button>
        )}
        <button type="button" className="sound-round" aria-label={messages.close} onClick={closeSample}>
          <Icon name="close" />
        </button>
      </div>
    </section>
  )
}

/** Why the sample plays, and not the place that was linked. */
function InsteadNote({ sample: { instead }, locale, messages }: Omit<Props, 'time'> & { sample: Sample }) {
  if (!instead) return null
  return (
    <p className="sound-note" role="status">
      {messages.instead[instead]}{' '}
      {instead === 'guest' && <a href={signInPath(locale, location.pathname + location.search)}>{messages.signIn}</a>}
    </p>
  )
}

function Fault({ sample, fault, messages }: Pick<Props, 'messages'> & { sample: Sample; fault: SampleFault }) {
  return (
    <p ref={toMainButton} className="sound-fault" role="alert">
      {messages.failures[fault]}{' '}
      {fault !== 'gone' && (
        <button type="button" className="sound-again" onClick={() => void playSample(sample)}>
          {messages.tryAgain}
        </button>
      )}
    </p>
  )
}

const loadLines = () => import('../transcripts/SampleLines.tsx').then(({ SampleLines }) => SampleLines)

/** The words of the sample, fetched by the press: who listens only does not pay for them. */
function SampleText({ sample, locale, messages }: Omit<Props, 'time'> & { sample: Sample }) {
  const hasText = useStore($sampleHasText)
  const isOpen = useStore($isSampleTextOpen)
  const failed = () => {
    alertOffline()
    closeSampleText()
  }
  return (
    <>
      {hasText && (
        <button type="button" className="sound-text" aria-haspopup="dialog" onClick={openSampleText}>
          {messages.text}
        </button>
      )}
      {isOpen && (
        <Late load={loadLines} failed={failed}>
          {(Part) => <Part {...{ sample, locale }} closeText={messages.close} close={closeSampleText} />}
        </Late>
      )}
    </>
  )
}

function ProgressLine() {
  const { seconds, length } = useStore($sampleTime)
  const part = length > 0 ? seconds / length : 0
  return (
    <div className="sound-track" aria-hidden="true">
      <div ref={(bar) => bar?.style.setProperty('transform', `scaleX(${part})`)} />
    </div>
  )
}

function Controls({ locale, messages, time, state }: Props & { state: SampleState['state'] }) {
  const ten = digits(10, locale)
  return (
    <div className="sound-controls">
      <button type="button" className="sound-round" aria-label={messages.back} onClick={() => skipSample(-1)}>
        <span aria-hidden="true">−{ten}</span>
      </button>
      {state === 'playing' ? (
        <button type="button" className="sound-round sound-main" aria-label={messages.pause} onClick={pauseSample}>
          <Icon name="pause" />
        </button>
      ) : (
        <button
          type="button"
          className="sound-round sound-main"
          aria-label={messages.play}
          aria-disabled={state === 'loading'}
          onClick={() => void resumeSample()}
        >
          <Icon name="play" />
        </button>
      )}
      <button type="button" className="sound-round" aria-label={messages.forward} onClick={() => skipSample(1)}>
        <span aria-hidden="true">+{ten}</span>
      </button>
      <Position {...{ locale, messages, time }} />
    </div>
  )
}

function Position({ locale, messages, time }: Props) {
  const { seconds, length } = useStore($sampleTime)
  const valueText = interpolate(messages.seekValue, {
    position: spoken(seconds, time, locale),
    length: spoken(length, time, locale),
  })
  return (
    <>
      <input
        className="sound-seek"
        type="range"
        min="0"
        max={Math.ceil(length)}
        step="1"
        value={Math.floor(seconds)}
        aria-label={messages.seek}
        aria-valuetext={valueText}
        onChange={(event) => seekSample(Number(event.currentTarget.value))}
      />
      <span className="sound-clock" aria-hidden="true">
        {clock(seconds, locale)} / {clock(length, locale)}
      </span>
    </>
  )
}
