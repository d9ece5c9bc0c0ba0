import { useState } from 'react'
import { NAME_KINDS, type ListedName, type NameKind } from '#contract/desk/catalog/names.ts'
import type { Locale } from '#contract/text/locale.ts'
import { deskPath } from '#i18n/desk-paths.ts'
import { count } from '#i18n/format.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { AtDesk } from '#islands/desk/AtDesk.tsx'
import { useDesk, type DeskMessages } from '#islands/desk/desk-context.tsx'
import { DeskTable, type DeskColumn } from '#islands/desk/lists/DeskTable.tsx'
import { ListPage } from '#islands/desk/lists/ListPage.tsx'
import type { CommonMessages } from '#islands/desk/desk-format.ts'
import { Tabs } from '#islands/desk/shop/Tabs.tsx'
import { languageOf, nameOf } from '#islands/desk/titles/TitleList.tsx'
import { nameLists } from '#stores/desk/catalog/names.ts'
import { NameDialog } from './NameDialog.tsx'

export type NamesMessages = Messages['deskShop']['names']
type Props = { locale: Locale; messages: NamesMessages; common: CommonMessages; shared: DeskMessages }

/** People and categories, as titles name them: their names and texts in both languages. */
export function NamesPage({ locale, messages, common, shared }: Props) {
  const tabs = NAME_KINDS.map((name) => ({ name, label: messages.kinds[name] }))
  return (
    <AtDesk locale={locale} messages={shared} area="names">
      <Tabs label={messages.kindsLabel} tabs={tabs}>
        {(of) => <NameList key={of} {...{ of, messages, common }} />}
      </Tabs>
    </AtDesk>
  )
}

/** Other pages lead here with the one that is to be mended: `?part=person&key=…`. */
const keyInAddress = (): string | undefined => new URLSearchParams(location.search).get('key') ?? undefined

function NameList({ of, messages, common }: Pick<Props, 'messages' | 'common'> & { of: NameKind }) {
  const { locale } = useDesk()
  const [edited, setEdited] = useState(keyInAddress)
  return (
    <>
      <ListPage
        list={nameLists[of]}
        search={messages.search}
        filters={messages.filters}
        {...{ common }}
        empty={messages.empty}
      >
        {(items) => (
          <DeskTable
            caption={messages.kinds[of]}
            {...{ items }}
            columns={columnsOf(locale, messages, setEdited)}
            idOf={({ key }) => key}
            nameOf={({ names }) => nameOf(names, locale)}
          />
        )}
      </ListPage>
      {edited && <NameDialog key={edited} {...{ of, messages }} name={edited} onClose={() => setEdited(undefined)} />}
    </>
  )
}

function columnsOf(locale: Locale, messages: NamesMessages, edit: (key: string) => void): DeskColumn<ListedName>[] {
  const lacking = ({ names }: ListedName) =>
    (['en', 'mr'] as const).flatMap((one) => (names[one] ? [] : messages.lacks[one])).join(', ')
  return [
    {
      id: 'name',
      header: messages.name,
      sortBy: ({ names }) => nameOf(names, locale),
      cell: ({ key, names }) => (
        <button type="button" className="link" lang={languageOf(names, locale)} onClick={() => edit(key)}>
          {nameOf(names, locale)}
        </button>
      ),
    },
    {
      id: 'other',
      header: messages.otherName,
      cell: ({ names }) => (locale === 'en' ? <span lang="mr">{names.mr}</span> : <span lang="en">{names.en}</span>),
    },
    { id: 'lacks', header: messages.lacksTitle, cell: (item) => lacking(item) },
    {
      id: 'titles',
      header: messages.titles,
      isNumber: true,
      sortBy: ({ titles }) => titles,
      cell: ({ names, titles }) =>
        titles === 0 ? (
          count(0, locale)
        ) : (
          <a href={deskPath('titles', locale, { q: nameOf(names, locale) })}>{count(titles, locale)}</a>
        ),
    },
  ]
}
