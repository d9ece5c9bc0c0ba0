import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { toMinor } from '#contract/money.ts'
import { withTax } from '#contract/tax.ts'
import type { Locale } from '#contract/text.ts'
import type { TitleView } from '#contract/views.ts'
import { navigate } from '#client/navigate.ts'
import { interpolate } from '#i18n/interpolate.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { clock, hours, list, money } from '#i18n/format.ts'
import { otherLocale } from '#i18n/locales.ts'
import { pathTo } from '#i18n/paths.ts'
import {
  $fallbackPage,
  loadFallbackPage,
  type FallbackState,
  type FallbackKind,
} from '#stores/catalog/fallback-page.ts'
import { Card, type CardMessages } from './Card.tsx'

type FallbackMessages = Messages['catalog']['fallback'] &
  Messages['catalog']['details'] &
  Messages['format']['tax'] &
  Messages['ui']['actions'] &
  Messages['ui']['links']
type Props = {
  locale: Locale
  kind: FallbackKind
  messages: FallbackMessages
  cardMessages: CardMessages
  homeHref: string
}

export type { FallbackKind }

const ASKING: FallbackState = { state: 'loading' }

/** In `/…/{id}/{slug}/` the id alone names the entry. */
function idOfPath(): number {
  return Number(location.pathname.match(/\/(\d{1,15})(?:\/|$)/)?.[1] ?? 0)
}

/** Stands in for a page that the last build did not know yet; the next rebuild replaces it. */
export function LatePage({ locale, kind, messages, cardMessages, homeHref }: Props) {
  const late = useStore($fallbackPage, { ssr: () => ASKING })
  const load = () => void loadFallbackPage(kind, idOfPath(), locale)
  // Each navigation mounts a new island, so the path is read once.
  useEffect(() => void loadFallbackPage(kind, idOfPath(), locale), [kind, locale])
  useEffect(() => {
    if (late.state === 'title') document.title = late.view.name
    if (late.state === 'list') document.title = late.name
  }, [late])
  // A host that cannot check slugs serves this shell for a wrong slug, although a page exists at the right address.
  useEffect(() => {
    if (late.state !== 'title') return
    const right = pathTo(kind === 'course' ? 'course' : 'product', locale, {
      id: late.view.title.id,
      slug: late.view.title.product_slug,
    })
    if (right !== location.pathname) void navigate(right, { history: 'replace' })
  }, [late, kind, locale])
  useEffect(() => {
    if (late.state !== 'elsewhere') return
    void navigate(late.course ? pathTo('course', locale, late.course) : homeHref, { history: 'replace' })
  }, [late, locale, homeHref])

  if (late.state === 'loading' || late.state === 'elsewhere')
    return (
      <p role="status" className="wrap section">
        {messages.loading}
      </p>
    )
  if (late.state === 'failed')
    return (
      <p role="alert" className="wrap section">
        {messages.failed}{' '}
        <button type="button" className="chip" onClick={load}>
          {messages.tryAgain}
        </button>
      </p>
    )
  if (late.state === 'missing')
    return (
      <div className="wrap section">
        <h1>{messages.notFound}</h1>
        <p className="soft">{late.other ? messages.onlyOther : messages.notFoundText}</p>
        {late.other && (
          <p>
            <a
              className="button"
              href={pathTo(late.other.isCourse ? 'course' : 'product', otherLocale(locale), late.other)}
            >
              {messages.onlyOtherLink}
            </a>
          </p>
        )}
        <p>
          <a className="acting" href={homeHref}>
            {messages.home}
          </a>
        </p>
      </div>
    )
  return (
    <>
      {late.state === 'title' ? (
        <LateTitle view={late.view} locale={locale} messages={messages} cardMessages={cardMessages} />
      ) : (
        <LateHead name={late.name} text={late.text} />
      )}
      {late.cards.length > 0 && (
        <section className="wrap section">
          {late.state === 'title' ? <h2>{messages.related}</h2> : <h2 className="unseen">{late.name}</h2>}
          <ul role="list" className="grid">
            {late.cards.map((card) => (
              <li key={card.id}>
                <Card card={card} locale={locale} messages={cardMessages} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function LateHead({ name, text }: { name: string; text: string }) {
  return (
    <header className="wrap section">
      <h1>{name}</h1>
      {text && <p className="soft">{text}</p>}
    </header>
  )
}

type TitleProps = { view: TitleView; locale: Locale; messages: FallbackMessages; cardMessages: CardMessages }
function LateTitle({ view, locale, messages, cardMessages }: TitleProps) {
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
        {sample && (
          <button
            type="button"
            className="sample bold"
            data-sample={sample.map_url}
            data-seconds={sample.track_length}
            data-title={view.name}
            data-href={location.pathname}
            aria-label={interpolate(cardMessages.samplePlay, { title: view.name })}
          >
            <svg width="18" height="18" aria-hidden="true">
              <use href="/icons.svg#play" />
            </svg>
            <svg width="18" height="18" aria-hidden="true">
              <use href="/icons.svg#pause" />
            </svg>
          </button>
        )}
        {!title.is_free && inr > 0 && (
          <p>
            <span className="inr">
              {money(inr, 'INR', locale)}{' '}
              <small className="soft">
                {interpolate(messages.withTax, { amount: money(withTax(inr), 'INR', locale) })}
              </small>
            </span>
            <span className="usd">{money(toMinor(title.price), 'USD', locale)}</span>
          </p>
        )}
        <p>{view.shortDescription}</p>
        <h2>{messages.chapters}</h2>
        <ol>
          {view.tracks.map((track) => (
            <li key={track.id}>
              {track.name} <span className="soft">{clock(track.seconds, locale)}</span>
            </li>
          ))}
        </ol>
      </div>
    </article>
  )
}
