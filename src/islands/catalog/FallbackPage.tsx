import { useStore } from '@nanostores/react'
import { useEffect, type ReactNode } from 'react'
import type { Locale } from '#contract/text/locale.ts'
import type { CardView } from '#contract/catalog/views.ts'
import { navigate } from '#client/navigate.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { otherLocale } from '#i18n/locales.ts'
import { pathTo, trackPath } from '#i18n/paths.ts'
import {
  $fallbackPage,
  loadFallbackPage,
  type FallbackKind,
  type FallbackState,
} from '#stores/catalog/fallback-page.ts'
import { keepFocusOf } from '#ui/keep-focus.ts'
import { FallbackTitle, type CardMessages } from './FallbackTitle.tsx'
import { setPageTitle } from '../shell/page-title.ts'
import { CardGrid } from './CardGrid.tsx'

export type FallbackMessages = Messages['catalog']['fallback'] &
  Messages['catalog']['details'] &
  Messages['listening']['tracks'] &
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

const LOADING: FallbackState = { state: 'loading' }

/** In `/…/{id}/{slug}/` the id alone names the entry. */
function idOfPath(): number {
  return Number(location.pathname.match(/\/(\d{1,15})(?:\/|$)/)?.[1] ?? 0)
}

/** Redirects to the right address of the entry, and names it in the title of the document. */
function useAddress(now: FallbackState, { kind, locale, messages, homeHref }: Props): void {
  useEffect(() => {
    if (now.state === 'title') setPageTitle(now.view.name)
    if (now.state === 'list') setPageTitle(now.name)
    if (now.state === 'missing') setPageTitle(missingHeading(kind, messages, now))
  }, [now, kind, messages])
  // A host that cannot check slugs serves this shell for a wrong slug, although a page exists at the right address.
  useEffect(() => {
    if (now.state !== 'title') return
    const { id, product_slug: slug } = now.view.title
    const right = trackPath(locale, { id, slug, isCourse: kind === 'course' })
    if (right !== location.pathname) void navigate(right, { history: 'replace' })
  }, [now, kind, locale])
  useEffect(() => {
    if (now.state !== 'elsewhere') return
    if (now.course) void navigate(pathTo('course', locale, now.course), { history: 'replace' })
    else void goHome(homeHref, `${messages.notFound}. ${messages.notFoundText}`)
  }, [now, locale, homeHref, messages])
}

/** The home page is the same for everybody: the reason why somebody was led to it is put on its top. */
async function goHome(href: string, reason: string): Promise<void> {
  await navigate(href, { history: 'replace' })
  // Whoever went on meanwhile is elsewhere.
  if (location.pathname !== href) return
  const line = document.createElement('p')
  line.className = 'wrap section'
  line.setAttribute('role', 'status')
  document.querySelector('#content')?.prepend(line)
  // Screen readers read what comes into a status, and not what it came with.
  requestAnimationFrame(() => (line.textContent = reason))
}

/** Stands in for a page that the last build did not know yet; the next rebuild replaces it. */
export function FallbackPage(props: Props) {
  const { locale, kind, messages, cardMessages, homeHref } = props
  const now = useStore($fallbackPage, { ssr: () => LOADING })
  const load = () => void loadFallbackPage(kind, idOfPath(), locale)
  // Each navigation mounts a new island, so the path is read once.
  useEffect(() => void loadFallbackPage(kind, idOfPath(), locale), [kind, locale])
  useAddress(now, props)

  if (now.state === 'failed')
    return (
      <p role="alert" className="wrap section">
        {messages.failed}{' '}
        <button ref={keepFocusOf} type="button" className="chip" onClick={load}>
          {messages.tryAgain}
        </button>
      </p>
    )
  if (now.state === 'missing')
    return (
      <Missing {...{ locale, messages, homeHref }} heading={missingHeading(kind, messages, now)} other={now.other} />
    )
  if (now.state === 'title')
    return (
      <>
        <FallbackTitle view={now.view} {...{ locale, messages, cardMessages }} />
        <Cards cards={now.cards} heading={<h2>{messages.related}</h2>} />
      </>
    )
  if (now.state === 'list') return <List {...now} />
  return (
    <p role="status" className="wrap section">
      {messages.loading}
    </p>
  )
}

function List({ name, text, cards }: FallbackState & { state: 'list' }) {
  return (
    <>
      <header className="wrap section">
        <h1>{name}</h1>
        {text && <p className="soft">{text}</p>}
      </header>
      <Cards cards={cards} heading={<h2 className="unseen">{name}</h2>} />
    </>
  )
}

type MissingState = FallbackState & { state: 'missing' }

function missingHeading(kind: FallbackKind, messages: FallbackMessages, { other }: MissingState): string {
  if (other) return messages.onlyOther
  return kind === 'title' || kind === 'course' ? messages.notFound : messages.pageNotFound
}

type MissingProps = Pick<Props, 'locale' | 'messages' | 'homeHref'> & {
  heading: string
  other: MissingState['other']
}

/** `other`: the title exists only in the other language. */
function Missing({ locale, messages, homeHref, heading, other }: MissingProps) {
  return (
    <div className="wrap section">
      <h1>{heading}</h1>
      {!other && <p className="soft">{messages.notFoundText}</p>}
      {other && (
        <p>
          <a className="button" href={trackPath(otherLocale(locale), other)}>
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
}

type CardsProps = { cards: CardView[]; heading: ReactNode }

function Cards({ cards, heading }: CardsProps) {
  if (cards.length === 0) return null
  return (
    <section className="wrap section">
      {heading}
      <CardGrid cards={cards} />
    </section>
  )
}
