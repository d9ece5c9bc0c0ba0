import { countryName } from '#contract/fields/countries.ts'
import type { DeskListenerRow } from '#contract/desk/listeners.ts'
import { deskPath } from '#i18n/desk-paths.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { listenerList } from '#stores/desk/listeners.ts'
import { AtDesk } from '../AtDesk.tsx'
import { DeskTable, type DeskColumn } from '../lists/DeskTable.tsx'
import { ListPage } from '../lists/ListPage.tsx'
import { contactText, dayText, type PageProps } from '../desk-format.ts'

type Props = PageProps<Messages['deskSales']['listeners']>

/** Listeners: find one. */
export function Listeners({ locale, messages, common, shared }: Props) {
  const columns = columnsOf({ locale, messages, common, shared })
  return (
    <AtDesk locale={locale} messages={shared} area="listeners">
      <ListPage list={listenerList} search={messages.search} common={common} empty={messages.empty}>
        {(items) => (
          <DeskTable
            caption={messages.caption}
            {...{ items, columns }}
            idOf={({ id }) => String(id)}
            nameOf={({ name, email }) => name || email}
          />
        )}
      </ListPage>
    </AtDesk>
  )
}

function columnsOf({ locale, messages, common }: Props): DeskColumn<DeskListenerRow>[] {
  return [
    {
      id: 'name',
      header: messages.name,
      cell: ({ id, name, email }) => <a href={deskPath('listener', locale, { id })}>{name || email || id}</a>,
      sortBy: ({ name }) => name,
    },
    {
      id: 'email',
      header: messages.email,
      cell: (row) => contactText(row, 'email', common),
      sortBy: ({ email }) => email,
    },
    {
      id: 'mobile',
      header: messages.mobile,
      cell: (row) => contactText(row, 'mobile', common),
    },
    {
      id: 'country',
      header: messages.country,
      cell: ({ country }) => country && countryName(country, locale),
      sortBy: ({ country }) => country,
    },
    {
      id: 'since',
      header: messages.since,
      cell: ({ created }) => dayText(created, locale),
      sortBy: ({ created }) => created,
    },
  ]
}
