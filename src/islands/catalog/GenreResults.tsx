import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { Locale } from '#contract/text.ts'
import { fill } from '#i18n/interpolate.ts'
import { closeGenre, loadGenre } from '#stores/catalog/browse.ts'
import { $categoryId, $categoryName, $genreTitles, $postType, type GenreTitles } from '#stores/catalog/genre-choice.ts'
import { Card, type CardWords } from './Card.tsx'

type WordName = 'genre-selected' | 'genre-close' | 'genre-loading' | 'genre-empty' | 'genre-failed' | 'try-again'
type Props = { locale: Locale; words: Record<WordName, string>; cardWords: CardWords }

const NONE: GenreTitles = { state: 'none' }

/** The banner of the chosen genre with its titles; the static tabs stand behind it until it is closed (BR-2). */
export function GenreResults({ locale, words, cardWords }: Props) {
  const titles = useStore($genreTitles, { ssr: () => NONE })
  const name = useStore($categoryName, { ssr: () => '' })

  useEffect(() => {
    const load = () => void loadGenre(locale)
    load()
    const stops = [$categoryId.listen(load), $postType.listen(load)]
    return () => stops.forEach((stop) => stop())
  }, [locale])

  function close() {
    history.replaceState(history.state, '', location.pathname)
    closeGenre()
    document.querySelector<HTMLElement>('[role=tab][aria-selected=true]')?.focus()
  }

  if (titles.state === 'none') return null
  return (
    <section className="genre" aria-label={fill(words['genre-selected'], { name })}>
      <div className="genre-banner">
        <h2>{fill(words['genre-selected'], { name })}</h2>
        <button type="button" className="chip" onClick={close}>
          {words['genre-close']}
        </button>
      </div>
      <p role="status" className="soft">
        {titles.state === 'loading' && words['genre-loading']}
        {titles.state === 'ready' && titles.cards.length === 0 && words['genre-empty']}
      </p>
      {titles.state === 'failed' && (
        <p role="alert">
          {words['genre-failed']}{' '}
          <button type="button" className="chip" onClick={() => void loadGenre(locale)}>
            {words['try-again']}
          </button>
        </p>
      )}
      {titles.state === 'ready' && (
        <ul role="list" className="grid">
          {titles.cards.map((card) => (
            <li key={card.id}>
              <Card card={card} locale={locale} words={cardWords} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
