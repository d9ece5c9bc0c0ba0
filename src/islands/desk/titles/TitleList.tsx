import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { OPTIONAL_GAPS } from '#contract/desk/titles/title-gaps.ts'
import type { Locale } from '#contract/text/locale.ts'
import { count, list, shortDate } from '#i18n/format.ts'
import { DeskTable, type DeskColumn } from '#islands/desk/lists/DeskTable.tsx'
import { $query, type ListedTitle } from '#stores/desk/titles/list.ts'
import { titlePrices } from './title-prices.ts'
import { goToKeptPlace, keepPlace, linkId, pathToEditor } from './titles-address.ts'
import type { TitlesMessages } from './TitlesPage.tsx'

type Props = { locale: Locale; messages: TitlesMessages; titles: readonly ListedTitle[] }
type Names = { en?: string | undefined; mr?: string | undefined }

export const nameOf = ({ en, mr }: Names, locale: Locale): string => (locale === 'mr' ? mr || en : en || mr) ?? ''
/** The language of `nameOf`, for screen readers. */
export const languageOf = ({ en, mr }: Names, locale: Locale): Locale =>
  locale === 'mr' ? (mr ? 'mr' : 'en') : en ? 'en' : mr ? 'mr' : 'en'

export function TitleList({ locale, messages, titles }: Props) {
  useEffect(goToKeptPlace, [])
  return (
    <DeskTable
      caption={messages.tableCaption}
      items={titles}
      columns={columnsOf(locale, messages)}
      idOf={({ id }) => String(id)}
      nameOf={({ names }) => nameOf(names, locale)}
      isCompact
    />
  )
}

const neededOf = (gaps: readonly string[]): string[] => gaps.filter((gap) => !OPTIONAL_GAPS.has(gap))
const texts = (of: Record<string, string>, value: string): string => of[value] ?? value

const columnsOf = (locale: Locale, messages: TitlesMessages): DeskColumn<ListedTitle>[] => [
  ...namedColumns(locale, messages),
  ...countedColumns(locale, messages),
]

function namedColumns(locale: Locale, messages: TitlesMessages): DeskColumn<ListedTitle>[] {
  return [
    {
      id: 'title',
      header: messages.columnTitle,
      sortBy: ({ names }) => nameOf(names, locale),
      cell: (title) => <Named {...{ locale, title }} />,
    },
    {
      id: 'state',
      header: messages.columnState,
      isPlain: true,
      sortBy: ({ state }) => texts(messages.states, state),
      cell: ({ state }) => <span className={`desk-state ${state}`}>{texts(messages.states, state)}</span>,
    },
    {
      id: 'type',
      header: messages.columnKind,
      isPlain: true,
      sortBy: ({ type }) => texts(messages.types, type),
      cell: ({ type }) => texts(messages.types, type),
    },
  ]
}

function Named({ locale, title: { id, names, authors } }: Pick<Props, 'locale'> & { title: ListedTitle }) {
  const query = useStore($query)
  return (
    <div>
      <a
        id={linkId(id)}
        href={pathToEditor(locale, id, query)}
        lang={languageOf(names, locale)}
        onClick={() => keepPlace(id)}
      >
        {nameOf(names, locale)}
      </a>
      {authors.length > 0 && (
        <span className="desk-by soft">
          {list(
            authors.map((author) => nameOf(author, locale)),
            locale,
          )}
        </span>
      )}
    </div>
  )
}

function countedColumns(locale: Locale, messages: TitlesMessages): DeskColumn<ListedTitle>[] {
  return [
    {
      id: 'price',
      header: messages.columnPrice,
      isNumber: true,
      isPlain: true,
      sortBy: ({ price_inr: price }) => price,
      cell: ({ is_free: isFree, price_inr: inr, price_usd: usd }) =>
        isFree ? messages.free : titlePrices({ inr, usd }, locale),
    },
    {
      id: 'tracks',
      header: messages.columnTracks,
      isNumber: true,
      sortBy: ({ tracks }) => tracks,
      cell: ({ tracks }) => count(tracks, locale),
    },
    {
      id: 'published',
      header: messages.columnPublished,
      sortBy: ({ published }) => published,
      cell: ({ published }) => shortDate(published, locale),
    },
    {
      id: 'gaps',
      header: messages.columnGaps,
      sortBy: ({ gaps }) => neededOf(gaps).length,
      cell: ({ gaps }) =>
        neededOf(gaps).length === 0 ? (
          <span className="soft desk-nothing">{messages.nothingMissing}</span>
        ) : (
          list(
            neededOf(gaps).map((gap) => texts(messages.gaps, gap)),
            locale,
          )
        ),
    },
  ]
}
