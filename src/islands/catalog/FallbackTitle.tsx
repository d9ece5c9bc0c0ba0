import type { SampleTrack } from '#contract/catalog/catalog.ts'
import { offerIn } from '#contract/listening/play-access.ts'
import { withTax } from '#contract/money/tax.ts'
import type { Locale } from '#contract/text/locale.ts'
import { offered, type TitleView } from '#contract/catalog/views.ts'
import { clock, list, longDate, money } from '#i18n/format.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { lengthText } from '#i18n/length.ts'
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
        {title.total_tracks_length > 0 && (
          <p className="soft">{lengthText(cardMessages, title.total_tracks_length, locale)}</p>
        )}
        {sample && <SampleButton {...{ sample, name: view.name, messages: cardMessages }} />}
        {title.is_withdrawn ? (
          <Withdrawn id={title.id} name={view.name} messages={messages} />
        ) : (
          <Price {...{ title, locale, messages }} />
        )}
        <p>{view.shortDescription}</p>
        <h2>{messages.tracks}</h2>
        <Tracks {...{ view, locale, messages }} />
      </div>
    </article>
  )
}

type PriceProps = Omit<TitleProps, 'view' | 'cardMessages'> & { title: TitleView['title'] }
/** In both currencies, where it is sold. A style of the page shows one of them. */
function Price({ title, locale, messages }: PriceProps) {
  const [inr, usd] = [offerIn('INR', offered(title)), offerIn('USD', offered(title))]
  if (inr.kind === 'soon') return <p>{messages.soon}</p>
  return (
    <p>
      {inr.price > 0 && (
        <span className="inr">
          {money(withTax(inr.price), 'INR', locale)}{' '}
          <small className="soft">{interpolate(messages.plusTax, { amount: money(inr.price, 'INR', locale) })}</small>
        </span>
      )}
      {usd.price > 0 && <span className="usd">{money(usd.price, 'USD', locale)}</span>}
    </p>
  )
}

/** A title that only its owners still see: it plays here, because it has no page. */
function Withdrawn({ id, name, messages }: { id: number; name: string; messages: FallbackMessages }) {
  return (
    <>
      <p>{messages.withdrawn}</p>
      <play-button title-id={id} pause-label={interpolate(messages.pauseAllOf, { title: name })}>
        <button type="button" className="button" aria-label={interpolate(messages.playOf, { title: name })}>
          {messages.play}
        </button>
      </play-button>
    </>
  )
}

function Tracks({ view, locale, messages }: Omit<TitleProps, 'cardMessages'>) {
  const { title, tracks } = view
  return (
    <ol>
      {tracks.map(({ id, name, seconds, published }) => (
        <li key={id}>
          {title.is_withdrawn ? (
            <play-button title-id={title.id} track-id={id} pause-label={interpolate(messages.pauseOf, { title: name })}>
              <button type="button" className="chip" aria-label={interpolate(messages.playOf, { title: name })}>
                {name}
              </button>
            </play-button>
          ) : (
            name
          )}{' '}
          <span className="soft">
            {published && <time dateTime={published}>{longDate(published, locale)} </time>}
            {clock(seconds, locale)}
          </span>
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
      <button type="button" className="sample bold" aria-label={interpolate(messages.samplePlay, { title: name })} />
    </sample-button>
  )
}
