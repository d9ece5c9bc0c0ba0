import type { CardView } from '#contract/views.ts'
import type { Locale } from '#contract/text.ts'
import { srcSet } from '#contract/picture.ts'
import { interpolate } from '#i18n/interpolate.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { hours, stars } from '#i18n/format.ts'
import { pathTo } from '#i18n/paths.ts'

export type CardMessages = Messages['catalog']['card'] & Messages['format']['figures']

const Use = ({ name, size }: { name: string; size: number }) => (
  <svg width={size} height={size} aria-hidden="true">
    <use href={`/icons.svg#${name}`} />
  </svg>
)

/** A card for titles that only the browser knows. Its markup matches `components/catalog/Card.astro`. */
export function Card({ card, locale, messages }: { card: CardView; locale: Locale; messages: CardMessages }) {
  const href = pathTo(card.type === 'languagelab' ? 'course' : 'product', locale, { id: card.id, slug: card.slug })
  const sizes = '(min-width: 1000px) 184px, (min-width: 600px) 30vw, 45vw'
  return (
    <article className={card.type === 'kids' ? 'card kids' : 'card'}>
      <div className="picture">
        {card.cover ? (
          <picture>
            <source type="image/avif" srcSet={srcSet(card.cover, 'avif')} sizes={sizes} />
            <img
              src={`${card.cover.base}-${card.cover.widths[0]}.webp`}
              srcSet={srcSet(card.cover, 'webp')}
              sizes={sizes}
              alt=""
              width="640"
              height="640"
              loading="lazy"
            />
          </picture>
        ) : (
          <svg className="cover" viewBox="0 0 100 100" aria-hidden="true">
            <use href="/icons.svg#cover" />
          </svg>
        )}
        {card.isFree && <span className="free-badge">{messages.free}</span>}
        {card.sample && (
          <button
            type="button"
            className="sample"
            data-sample={card.sample.map_url}
            data-seconds={card.sample.track_length}
            aria-label={interpolate(messages.samplePlay, { title: card.name })}
          >
            <Use name="play" size={18} />
            <Use name="pause" size={18} />
          </button>
        )}
      </div>
      <h3 className="name">
        <a href={href} data-card="">
          {card.name}
        </a>
      </h3>
      {card.authors[0] && <p className="author soft">{card.authors[0].name}</p>}
      <p className="figures soft">
        <span>{interpolate(messages.hours, { hours: hours(card.seconds, locale) })}</span>
        {card.stars > 0 && (
          <span className="stars">
            <Use name="star" size={14} />
            <span aria-hidden="true">{stars(card.stars, locale)}</span>
            <span className="unseen">{interpolate(messages.starsSpoken, { stars: stars(card.stars, locale) })}</span>
          </span>
        )}
      </p>
    </article>
  )
}
