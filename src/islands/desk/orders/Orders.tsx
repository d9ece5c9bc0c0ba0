import type { DeskOrderRow } from '#contract/desk/orders.ts'
import { deskPath } from '#i18n/desk-paths.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { digits, exactMoney } from '#i18n/format.ts'
import type { Locale } from '#contract/text/locale.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { orderList } from '#stores/desk/orders.ts'
import { AtDesk } from '../AtDesk.tsx'
import { DeskTable, type DeskColumn } from '../lists/DeskTable.tsx'
import { ListPage } from '../lists/ListPage.tsx'
import { dayText, personName, type PageProps } from '../desk-format.ts'

type Props = PageProps<Messages['deskSales']['orders']>

/** Orders: find one. */
export function Orders({ locale, messages, common, shared }: Props) {
  const columns = columnsOf({ locale, messages, common, shared })
  return (
    <AtDesk locale={locale} messages={shared} area="orders">
      <ListPage
        list={orderList}
        search={messages.search}
        filters={messages.states}
        {...{ common }}
        empty={messages.empty}
        none={messages.none}
      >
        {(items) => (
          <DeskTable
            caption={messages.caption}
            {...{ items, columns }}
            idOf={({ id }) => String(id)}
            nameOf={({ id }) => digits(id, locale)}
          />
        )}
      </ListPage>
    </AtDesk>
  )
}

function stateOf({ status, returned, currency }: DeskOrderRow, messages: Props['messages'], locale: Locale): string {
  const state = messages.states[status]
  const amount = exactMoney(returned, currency, locale)
  return status === 'paid' && returned > 0 ? interpolate(messages.partReturned, { state, amount }) : state
}

function columnsOf({ locale, messages, common }: Props): DeskColumn<DeskOrderRow>[] {
  const number: DeskColumn<DeskOrderRow>['cell'] = ({ id, is_gift }) => (
    <>
      <a className="sales-number" href={deskPath('order', locale, { id })}>
        {digits(id, locale)}
      </a>{' '}
      {is_gift && <small>{messages.gift}</small>}
    </>
  )
  const buyer: DeskColumn<DeskOrderRow>['cell'] = ({ name, email }) => (
    <>
      {personName(name, common)} <span className="soft">{email}</span>
    </>
  )
  return [
    { id: 'number', header: messages.number, cell: number, sortBy: ({ id }) => id },
    {
      id: 'day',
      header: messages.day,
      cell: ({ created }) => dayText(created, locale),
      sortBy: ({ created }) => created,
    },
    { id: 'buyer', header: messages.buyer, cell: buyer, sortBy: ({ name }) => name },
    {
      id: 'total',
      header: messages.total,
      cell: ({ total, currency }) => exactMoney(total, currency, locale),
      sortBy: ({ total }) => total,
      isNumber: true,
    },
    {
      id: 'state',
      header: messages.state,
      cell: (row) => (row.is_held ? <strong>{messages.held}</strong> : stateOf(row, messages, locale)),
      sortBy: ({ status }) => status,
    },
  ]
}
