import { pictureAt } from '#contract/catalog/picture.ts'
import type { LibraryProduct } from '#contract/library/library.ts'
import { slugOf } from '#contract/text/slug.ts'
import { localeOfName, nameIn, nameOrEnglish } from '#contract/text/translation.ts'
import type { Locale } from '#contract/text/locale.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { clock, digits } from '#i18n/format.ts'
import { pathTo, titlePath } from '#i18n/paths.ts'
import { pluralMessage } from '#i18n/plural-message.ts'
import type { LibraryMessages } from './library-messages.ts'

type Props = { title: LibraryProduct; locale: Locale; messages: LibraryMessages; hasTracks?: boolean }

function Sign({ name }: { name: 'play' | 'pause' }) {
  return (
    <svg className={name} width="28" height="28" viewBox="0 0 24 24" aria-hidden="true">
      <use href={`/icons.svg#${name}`} />
    </svg>
  )
}

type Part = Omit<Props, 'hasTracks'>

function Cover({ title, locale, messages }: Part) {
  const name = nameOrEnglish(title, locale)
  return (
    <play-button title-id={title.id} pause-label={interpolate(messages.pauseOf, { title: name })}>
      <button type="button" className="thumb" aria-label={interpolate(messages.playOf, { title: name })}>
        {title.cover && <img src={pictureAt(title.cover, 320)} alt="" width="160" height="160" loading="lazy" />}
        <Sign name="play" />
        <Sign name="pause" />
      </button>
    </play-button>
  )
}

function Authors({ title, locale }: Pick<Part, 'title' | 'locale'>) {
  return (
    <p className="soft">
      {title.authors.map((author, index) => (
        <span key={author.id}>
          {index > 0 && ', '}
          <a
            href={pathTo('author', locale, {
              id: author.id,
              slug: slugOf(author.custom_translation['en']?.name ?? author.name),
            })}
          >
            {nameIn(author, locale) ?? author.name}
          </a>
        </span>
      ))}
    </p>
  )
}

/** Categories of kids and courses have pages of their own and are no genres. */
function Genres({ title, locale }: Pick<Part, 'title' | 'locale'>) {
  if (['languagelab', 'kids'].includes(title.product_audio_type) || title.category.length === 0) return null
  return (
    <p className="genres">
      {title.category.map((genre) => {
        const name = nameIn(genre, locale) ?? genre.name
        const href = `${pathTo('browse', locale)}?genre=${genre.id}`
        return (
          <genre-link key={genre.id} genre-id={genre.id} genre-name={name} genre-type={title.product_audio_type}>
            <a className="chip" href={href}>
              {name}
            </a>
          </genre-link>
        )
      })}
    </p>
  )
}

function Tracks({ title, locale, messages }: Part) {
  const { producttracks: tracks } = title
  return (
    <details className="own-tracks">
      <summary>
        {pluralMessage(messages, 'tracks', tracks.length, locale)}
        <span className="unseen">: {nameOrEnglish(title, locale)}</span>
      </summary>
      <ol role="list">
        {tracks.map((track, index) => {
          const label = `${digits(index + 1, locale)}. ${nameOrEnglish(track, locale)}`
          return (
            <li key={track.id}>
              <play-button
                title-id={title.id}
                track-id={track.id}
                pause-label={interpolate(messages.pauseOf, { title: label })}
              >
                <button
                  type="button"
                  lang={localeOfName(track, locale)}
                  aria-label={interpolate(messages.playOf, { title: label })}
                >
                  {label}
                </button>
              </play-button>
              <span className="soft">{clock(track.track_length, locale)}</span>
            </li>
          )
        })}
      </ol>
    </details>
  )
}

/** A title of the library. Its cover plays and pauses it [PL-5]; its tracks open below. */
export function LibraryTitle({ title, locale, messages, hasTracks = false }: Props) {
  const heard = interpolate(messages.heard, { percent: digits(Math.floor(title.total_tracks_completion), locale) })
  return (
    <li className="owned">
      <Cover {...{ title, locale, messages }} />
      <div className="own-facts">
        <h3 lang={localeOfName(title, locale)}>
          <a href={titlePath(locale, title)}>{nameOrEnglish(title, locale)}</a>
        </h3>
        <Authors {...{ title, locale }} />
        <Genres {...{ title, locale }} />
        {title.access === 'soon' && <p className="acting">{messages.soon}</p>}
        {title.access !== 'play' && title.access !== 'soon' && (
          <p className="acting">
            {messages.closed} <a href={pathTo('subscribe', locale)}>{messages.subscribeNow}</a>
          </p>
        )}
        <p className="progress">
          <progress max="100" value={Math.floor(title.total_tracks_completion)} aria-label={heard} />
          <span aria-hidden="true">{heard}</span>
        </p>
      </div>
      {hasTracks && title.access === 'play' && (
        <offline-title title-id={title.id} label={nameOrEnglish(title, locale)} path={titlePath(locale, title)} />
      )}
      {hasTracks && title.producttracks.length > 0 && <Tracks {...{ title, locale, messages }} />}
    </li>
  )
}
