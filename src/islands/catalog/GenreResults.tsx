import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { Locale } from '#contract/text/locale.ts'
import { interpolate } from '#i18n/interpolate.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { closeGenre, loadGenre } from '#stores/catalog/browse.ts'
import { $categoryId, $categoryName, $genreTitles, $postType, type GenreTitles } from '#stores/catalog/genre-choice.ts'
import { keepFocusOf } from '#ui/keep-focus.ts'
import { CardGrid } from './CardGrid.tsx'

type Props = {
  locale: Locale
  messages: Messages['catalog']['genre'] & Messages['ui']['actions']
}

const NONE: GenreTitles = { state: 'none' }

/** The chosen genre with its titles. The static tabs stay hidden until it is closed [BR-2]. */
export function GenreResults({ locale, messages }: Props) {
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
    <section className="genre" aria-label={interpolate(messages.selected, { name })}>
      <div className="genre-banner">
        <h2>{interpolate(messages.selected, { name })}</h2>
        <button type="button" className="chip" onClick={close}>
          {messages.showAll}
        </button>
      </div>
      <p role="status" className="soft">
        {titles.state === 'loading' && messages.loading}
        {titles.state === 'ready' && titles.cards.length === 0 && messages.empty}
      </p>
      {titles.state === 'failed' && (
        <p role="alert">
          {messages.failed}{' '}
          <button ref={keepFocusOf} type="button" className="chip" onClick={() => void loadGenre(locale)}>
            {messages.tryAgain}
          </button>
        </p>
      )}
      {titles.state === 'ready' && <GenreCards cards={titles.cards} none={messages.empty} />}
    </section>
  )
}

type CardsProps = Pick<GenreTitles & { state: 'ready' }, 'cards'> & { none: string }

/** `none`: shown once the languages and ages above hide all of them. */
function GenreCards({ cards, none }: CardsProps) {
  return (
    <>
      <CardGrid cards={cards} />
      {cards.length > 0 && <p className="soft none-chosen">{none}</p>}
    </>
  )
}
