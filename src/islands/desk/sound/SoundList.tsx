import { useEffect, useState } from 'react'
import { SOUND_PAGE, type SoundTitle } from '#contract/desk/sound.ts'
import type { Locale } from '#contract/locale.ts'
import { deskPath } from '#i18n/desk-paths.ts'
import { count } from '#i18n/format.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { DeskTable, type DeskColumn } from '#islands/desk/DeskTable.tsx'
import { Loaded } from '#islands/desk/Loaded.tsx'
import { SearchField } from '#islands/desk/SearchField.tsx'
import { Toolbar } from '#islands/desk/Toolbar.tsx'
import { soundTitles } from '#stores/desk/sound.ts'
import type { SoundListMessages } from './SoundPage.tsx'

type Props = { locale: Locale; messages: SoundListMessages }

export function SoundList({ locale, messages }: Props) {
  const [asked, setAsked] = useState({ text: '', page: 1 })
  const load = () => soundTitles.load(asked.text, asked.page)
  useEffect(() => void soundTitles.load(asked.text, asked.page), [asked])
  return (
    <>
      <p className="soft">{messages.lead}</p>
      <Toolbar>
        <SearchField label={messages.search} value={asked.text} onSearch={(text) => setAsked({ text, page: 1 })} />
      </Toolbar>
      <Loaded
        $loadable={soundTitles.$loadable}
        retry={load}
        isEmpty={({ titles }) => titles.length === 0}
        empty={<p>{messages.none}</p>}
      >
        {({ titles, total, has_ffmpeg }) => (
          <>
            {!has_ffmpeg && <p className="notice">{messages.noFfmpeg}</p>}
            <DeskTable
              caption={messages.caption}
              items={titles}
              columns={columnsOf(locale, messages)}
              idOf={({ id }) => String(id)}
              nameOf={({ name }) => name}
            />
            <Pages
              {...{ locale, messages }}
              page={asked.page}
              pages={Math.max(1, Math.ceil(total / SOUND_PAGE))}
              go={(page) => setAsked({ ...asked, page })}
            />
          </>
        )}
      </Loaded>
    </>
  )
}

const columnsOf = (locale: Locale, messages: SoundListMessages): DeskColumn<SoundTitle>[] => [
  {
    id: 'title',
    header: messages.title,
    cell: ({ id, name }) => <a href={deskPath('sound', locale, { id })}>{name}</a>,
    sortBy: ({ name }) => name,
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
    cell: ({ findings }) => count(findings, locale),
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
