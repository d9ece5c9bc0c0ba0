import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import type { Locale } from '#contract/text/locale.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { count } from '#i18n/format.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { AtDesk } from '#islands/desk/AtDesk.tsx'
import type { DeskMessages } from '#islands/desk/desk-context.tsx'
import { Loaded } from '#islands/desk/Loaded.tsx'
import { $changedCells } from '#stores/desk/titles/table.ts'
import { useLeaveWarning } from '#islands/desk/shop/ListEditor.tsx'
import { $query, $titles, findTitles, loadTitles } from '#stores/desk/titles/list.ts'
import { pressable } from '#ui/pressable.ts'
import { NewEpisode } from './NewEpisode.tsx'
import { NewTitle } from './NewTitle.tsx'
import { TitleFilters } from './TitleFilters.tsx'
import { TitleGrid } from './TitleGrid.tsx'
import { TitleList } from './TitleList.tsx'
import { keepInAddress, queryIn } from './titles-address.ts'

export type TitlesMessages = Messages['deskTitles']['list'] &
  Messages['deskTitles']['grid'] &
  Messages['deskTitles']['names'] &
  Messages['deskTitles']['files'] &
  Messages['deskTitles']['episode']
type Props = { locale: Locale; messages: TitlesMessages; shared: DeskMessages }

/** The list of titles; as a table like a spreadsheet when many are changed at once. */
export function TitlesPage({ locale, messages, shared }: Props) {
  return (
    <AtDesk locale={locale} messages={shared} area="titles">
      <Titles {...{ locale, messages }} />
    </AtDesk>
  )
}

function Titles({ locale, messages }: Omit<Props, 'shared'>) {
  const query = useStore($query)
  const [isGrid, setGrid] = useState(false)
  useLeaveWarning(useStore($changedCells) > 0)
  useEffect(readAddress, [])
  const isFiltered = Object.keys(query).length > 0
  const empty = (
    <>
      <p>{isFiltered ? messages.nothingFound : messages.noTitles}</p>
      {isFiltered && (
        <button type="button" className="button quiet" onClick={() => void showAll()}>
          {messages.showAll}
        </button>
      )}
    </>
  )
  return (
    <>
      <p className="soft">{messages.lead}</p>
      <div className="desk-buttons">
        <NewTitle {...{ locale, messages }} />
        <NewEpisode {...{ locale, messages }} />
        <button type="button" className="button quiet" onClick={() => setGrid(!isGrid)}>
          {isGrid ? messages.asList : messages.asTable}
        </button>
      </div>
      <TitleFilters messages={messages} />
      <Loaded $loadable={$titles} retry={loadTitles} isEmpty={({ titles }) => titles.length === 0} empty={empty}>
        {({ titles, total, page, pages }) => (
          <div className="desk-part">
            <p role="status">{interpolate(messages.found, { count: count(total, locale) })}</p>
            {isGrid ? <TitleGrid {...{ locale, messages, titles }} /> : <TitleList {...{ locale, messages, titles }} />}
            {pages > 1 && <Pages {...{ locale, messages, page, pages }} />}
          </div>
        )}
      </Loaded>
    </>
  )
}

/** The list as its address asks for it; what is searched since is kept there. */
function readAddress(): () => void {
  void findTitles(queryIn(location.search))
  return $query.listen(keepInAddress)
}

type PagesProps = Omit<Props, 'shared'> & { page: number; pages: number }

function Pages({ locale, messages, page, pages }: PagesProps) {
  const go = (to: number) => findTitles({ page: to })
  return (
    <nav className="desk-buttons">
      <button type="button" className="button quiet" {...pressable(page === 1, () => go(page - 1))}>
        {messages.previousPage}
      </button>
      <span>{interpolate(messages.pageOf, { page: count(page, locale), pages: count(pages, locale) })}</span>
      <button type="button" className="button quiet" {...pressable(page === pages, () => go(page + 1))}>
        {messages.nextPage}
      </button>
    </nav>
  )
}

function showAll(): Promise<void> {
  return findTitles({ q: '', state: undefined, type: undefined, language: undefined, gap: undefined })
}
