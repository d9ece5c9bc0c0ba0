import type { SampleTrack } from '#contract/catalog.ts'
import { toMinor } from '#contract/money.ts'
import { withTax } from '#contract/tax.ts'
import type { Locale } from '#contract/locale.ts'
import type { TitleView } from '#contract/views.ts'
import { clock, hours, list, money } from '#i18n/format.ts'
import { interpolate } from '#i18n/interpolate.ts'
import type { Messages } from '#i18n/namespaces.ts'
import type { FallbackMessages } from './FallbackPage.tsx'

export type CardMessages = Messages['catalog']['card'] &
  Messages['format']['figures'] &
  Messages['listening']['buttons']
type TitleProps = { view: TitleView; locale: Locale; messages: FallbackMessages; cardMessages: CardMessages }
/** The head of a title in its fallback page. */
export function FallbackTitle({ view, locale, messages, cardMessages }: TitleProps) {
  const { title } = view
  const [sample] = title.sampletracks
  const inr = toMinor(title.inr_price)
  return (
    <article className="wrap section late">
      {title.cover && (
        <img
          src={`${title.cover.base}-${title.cover.widths.at(-1)}.webp`}
          alt={interpolate(messages.cover, { title: view.name })}
          width="400"
          height="400"
        />
      )}
      <div>
        <h1>{view.name}</h1>
        <p className="soft">
          {list(
            view.authors.map(({ name }) => name),
            locale,
          )}
        </p>
        <p className="soft">{interpolate(cardMessages.hours, { hours: hours(title.total_tracks_length, locale) })}</p>
        {sample && <SampleButton {...{ sample, name: view.name, messages: cardMessages }} />}
        {!title.is_free && inr > 0 && <Price {...{ title, inr, locale, messages }} />}
        <p>{view.shortDescription}</p>
        <h2>{messages.chapters}</h2>
        <Chapters tracks={view.tracks} locale={locale} />
      </div>
    </article>
  )
}

type PriceProps = Omit<TitleProps, 'view' | 'cardMessages'> & { title: TitleView['title']; inr: number }
/** In both currencies. A style of the page shows one of them. */
function Price({ title, inr, locale, messages }: PriceProps) {
  return (
    <p>
      <span className="inr">
        {money(inr, 'INR', locale)}{' '}
        <small className="soft">{interpolate(messages.withTax, { amount: money(withTax(inr), 'INR', locale) })}</small>
      </span>
      <span className="usd">{money(toMinor(title.price), 'USD', locale)}</span>
    </p>
  )
}

function Chapters({ tracks, locale }: { tracks: TitleView['tracks']; locale: Locale }) {
  return (
    <ol>
      {tracks.map((track) => (
        <li key={track.id}>
          {track.name} <span className="soft">{clock(track.seconds, locale)}</span>
        </li>
      ))}
    </ol>
  )
}

type SampleProps = { sample: SampleTrack; name: string; messages: CardMessages }
function SampleButton({ sample, name, messages }: SampleProps) {
  return (
    <sample-button
      sample={sample.map_url}
      seconds={sample.track_length}
      label={name}
      href={location.pathname}
      pause-label={interpolate(messages.samplePause, { title: name })}
    >
      <button type="button" className="sample bold" aria-label={interpolate(messages.samplePlay, { title: name })}>
        <svg width="18" height="18" aria-hidden="true">
          <use href="/icons.svg#play" />
        </svg>
        <svg width="18" height="18" aria-hidden="true">
          <use href="/icons.svg#pause" />
        </svg>
      </button>
    </sample-button>
  )
}
