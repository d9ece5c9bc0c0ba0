import { call } from '#client/browser-call.ts'
import { savesData } from '#client/offline/data-saver.ts'
import type { Session } from '#contract/accounts/stored-session.ts'
import { newOfFollows } from '#contract/library/follows.ts'
import { myShelf, type LibraryProduct } from '#contract/library/library.ts'
import { titleIdIn, titlePath } from '#i18n/paths.ts'
import { loadMessages } from '#i18n/load-messages.ts'
import { $session, accountOf, currentSession, isStillIn } from '#stores/accounts/session.ts'
import { homeOf, MAX_HOME_TITLES, type HeardTitle } from '#stores/library/listener-home.ts'
import { $reportQueue } from '#stores/listening/player-memory.ts'
import { untilAborted } from '../connected-element.ts'
import { pageLocale } from '../page-locale.ts'
import { drawHome, emptyHome, sayInHome } from './draw-home.ts'
import { homeShelves, storeHome, type Shelves } from './home-shelves.ts'
import { heardInLibrary, homeTitle } from './home-titles.ts'

const PATIENCE_MS = 30_000
/** Of so many titles that were heard last the publication's related ones are shown. */
const SEEDS = 2

/** `<listener-home>` was drawn before the first paint as it was last; here it becomes what the server says. */
export function followHome(element: HTMLElement, signal: AbortSignal): void {
  const correct = () => void correctHome(element, signal).catch(() => undefined)
  addEventListener('online', correct, { signal })
  let session: Session | undefined
  untilAborted(
    signal,
    $session.subscribe((now) => {
      if (now.state === 'unknown') return
      const before = session
      session = now.state === 'in' ? now.session : undefined
      if (before && isStillIn(before)) return
      // Another tab may sign out, and sign in somebody else, while this page stays open.
      if (before || !session) emptyHome(element)
      if (session) correct()
    }),
  )
}

async function correctHome(element: HTMLElement, signal: AbortSignal): Promise<void> {
  const session = await currentSession()
  if (!session) return
  const isOver = () => signal.aborted || !isStillIn(session)
  const locale = pageLocale()
  const texts = await loadMessages(locale, 'home')
  const who = accountOf(session)
  const known = homeOf(who)
  const before = homeShelves(known, locale, texts)
  const patience = () => AbortSignal.any?.([signal, AbortSignal.timeout(PATIENCE_MS)]) ?? signal
  const [shelf, fresh] = await Promise.all([call(myShelf, {}, patience()), call(newOfFollows, {}, patience())])
  if (isOver()) return
  if (!shelf.ok) return sayInHome(element, texts.failed)
  const last = shelf.value.last_browse
  const heard = mergeHeard(homeOf(who).heard, last, who)
  const stored = known.chosen[locale]
  // Two pages for one shelf are too much for who saves data, as long as there is something on it.
  const chosen = savesData() && stored ? stored : ((await chosenFor(last, signal)) ?? stored)
  if (isOver()) return
  const home = {
    who,
    heard,
    fresh: fresh.ok
      ? fresh.value.titles.slice(0, MAX_HOME_TITLES).map((title) => homeTitle(title, title.authors[0]))
      : known.fresh,
    chosen: { ...known.chosen, [locale]: chosen },
  }
  const after: Shelves = homeShelves(home, locale, texts)
  drawHome(element, before, after, texts.none)
  await storeHome(home, session)
}

/** The server's word, except for titles of which it has not everything that was heard here. */
function mergeHeard(here: readonly HeardTitle[], there: readonly LibraryProduct[], who: string): HeardTitle[] {
  const unsent = new Set(
    $reportQueue
      .get()
      .reports.filter((report) => report.who === who)
      .map(({ product }) => product),
  )
  const mine = here.filter(({ id }) => unsent.has(id))
  const known = there.flatMap((title) => (unsent.has(title.id) ? [] : (heardInLibrary(title) ?? [])))
  return [...mine, ...known].slice(0, MAX_HOME_TITLES)
}

/** What the publication shows beside the titles that were heard last; undefined when their pages cannot be had. */
async function chosenFor(last: readonly LibraryProduct[], signal: AbortSignal): Promise<string[] | undefined> {
  const heard = new Set<number | undefined>(last.map(({ id }) => id))
  const pages = await Promise.all(last.slice(0, SEEDS).map((title) => relatedCards(title, signal)))
  if (pages.length > 0 && pages.every((page) => page === undefined)) return undefined
  const cards = pages.flatMap((page) => page ?? [])
  const isNew = (card: Element) => !heard.has(cardId(card))
  const byId = new Map(cards.filter(isNew).map((card) => [cardId(card), card.outerHTML]))
  return [...byId.values()].slice(0, MAX_HOME_TITLES)
}

const cardId = (card: Element): number | undefined =>
  titleIdIn(card.querySelector('.name a')?.getAttribute('href') ?? '')

/** Of the same authors and kinds, as the page of the title has them: it is cached, and works offline where it was visited. */
async function relatedCards(title: LibraryProduct, signal: AbortSignal): Promise<Element[] | undefined> {
  const page = await fetch(titlePath(pageLocale(), title), { signal }).catch(() => undefined)
  if (!page?.ok) return undefined
  const parsed = new DOMParser().parseFromString(await page.text(), 'text/html')
  return [...parsed.querySelectorAll('[aria-labelledby=related] article.card')]
}
