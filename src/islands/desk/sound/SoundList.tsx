import { useEffect, useState } from 'react'
import type { SoundTitle } from '#contract/desk/sound.ts'
import type { Locale } from '#contract/text/locale.ts'
import { deskPath } from '#i18n/desk-paths.ts'
import { count } from '#i18n/format.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { DeskTable, type DeskColumn } from '#islands/desk/lists/DeskTable.tsx'
import { Loaded } from '#islands/desk/Loaded.tsx'
import { SearchField } from '#islands/desk/fields/SearchField.tsx'
import { SelectField } from '#islands/desk/fields/SelectField.tsx'
import { languageOf, nameOf } from '#islands/desk/titles/TitleList.tsx'
import { Toolbar } from '#islands/desk/lists/Toolbar.tsx'
import { soundTitles } from '#stores/desk/catalog/sound.ts'
import type { SoundListMessages } from './SoundPage.tsx'

type Props = { locale: Locale; messages: SoundListMessages }

export function SoundList({ locale, messages }: Props) {
  const [asked, setAsked] = useState<Asked>(() => ({ text: '', page: 1, only: onlyInAddress() }))
  const load = () => soundTitles.load(asked.text, asked.page, asked.only)
  useEffect(() => void soundTitles.load(asked.text, asked.page, asked.only), [asked])
  return (
    <>
      <p className="soft">{messages.lead}</p>
      <Filters {...{ messages, asked, setAsked }} />
      <Loaded
        $loadable={soundTitles.$loadable}
        retry={load}
        isEmpty={({ titles }) => titles.length === 0}
        empty={<p>{messages.none}</p>}
      >
        {({ titles, pages, has_ffmpeg }) => (
          <>
            {!has_ffmpeg && <p className="notice">{messages.noFfmpeg}</p>}
            <DeskTable
              caption={messages.caption}
              items={titles}
              columns={columnsOf(locale, messages)}
              idOf={({ id }) => String(id)}
              nameOf={({ names }) => nameOf(names, locale)}
            />
            <Pages
              {...{ locale, messages }}
              page={asked.page}
              pages={pages}
              go={(page) => setAsked({ ...asked, page })}
            />
          </>
        )}
      </Loaded>
    </>
  )
}

type Asked = { text: string; page: number; only: 'failed' | undefined }
type FilterProps = Pick<Props, 'messages'> & { asked: Asked; setAsked: (asked: Asked) => void }

function Filters({ messages, asked, setAsked }: FilterProps) {
  return (
    <Toolbar>
      <SearchField
        label={messages.search}
        value={asked.text}
        onSearch={(text) => setAsked({ ...asked, text, page: 1 })}
      />
      <SelectField
        label={messages.filter}
        value={asked.only ?? 'all'}
        options={messages.filters}
        onChoose={(chosen) => setAsked({ ...asked, page: 1, only: chosen === 'failed' ? chosen : undefined })}
      />
    </Toolbar>
  )
}

/** The first page of the desk leads here with what failed. */
const onlyInAddress = (): 'failed' | undefined =>
  new URLSearchParams(location.search).get('only') === 'failed' ? 'failed' : undefined

const columnsOf = (locale: Locale, messages: SoundListMessages): DeskColumn<SoundTitle>[] => [
  {
    id: 'title',
    header: messages.title,
    cell: ({ id, names }) => (
      <a href={deskPath('sound', locale, { id })} lang={languageOf(names, locale)}>
        {nameOf(names, locale)}
      </a>
    ),
    sortBy: ({ names }) => nameOf(names, locale),
  },
  {
    id: 'tracks',
    header: messages.tracks,
    cell: ({ tracks }) => count(tracks, locale),
    sortBy: ({ tracks }) => tracks,
    isNumber: true,
  },
  {
    id: 'state',
    header: messages.state,
    cell: (title) => stateText(title, locale, messages),
    sortBy: ({ failed, waiting }) => failed * 1_000 + waiting,
  },
  {
    id: 'findings',
    header: messages.findings,
    // None of what was not measured is no praise.
    cell: ({ findings, waiting }) => (findings === 0 && waiting > 0 ? '–' : count(findings, locale)),
    sortBy: ({ findings }) => findings,
    isNumber: true,
  },
]

function stateText({ failed, waiting }: SoundTitle, locale: Locale, messages: SoundListMessages): string {
  if (failed > 0) return interpolate(messages.notDecoded, { count: count(failed, locale) })
  if (waiting > 0) return interpolate(messages.stillWaiting, { count: count(waiting, locale) })
  return messages.allMeasured
}

type PagesProps = Props & { page: number; pages: number; go: (page: number) => void }

function Pages({ locale, messages, page, pages, go }: PagesProps) {
  if (pages === 1) return null
  return (
    <div className="desk-pages">
      {page > 1 && (
        <button type="button" className="button quiet" onClick={() => go(page - 1)}>
          {messages.back}
        </button>
      )}
      <span role="status">
        {interpolate(messages.page, { page: count(page, locale), pages: count(pages, locale) })}
      </span>
      {page < pages && (
        <button type="button" className="button quiet" onClick={() => go(page + 1)}>
          {messages.more}
        </button>
      )}
    </div>
  )
}
