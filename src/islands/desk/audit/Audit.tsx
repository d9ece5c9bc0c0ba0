import { useEffect, useState } from 'react'
import type { Done } from '#contract/desk/people.ts'
import type { Locale } from '#contract/locale.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { AtDesk } from '#islands/desk/AtDesk.tsx'
import { DeskTable, type DeskColumn } from '#islands/desk/DeskTable.tsx'
import { deskFault, useDesk, type DeskMessages } from '#islands/desk/desk-context.tsx'
import { Loaded } from '#islands/desk/Loaded.tsx'
import { moment } from '#islands/desk/moment.ts'
import { SearchField } from '#islands/desk/SearchField.tsx'
import { Toolbar } from '#islands/desk/Toolbar.tsx'
import { audit, loadOlder } from '#stores/desk/people.ts'
import { showToast } from '#stores/desk/toasts.ts'

type AuditMessages = Messages['desk']['audit']
type Props = { locale: Locale; messages: AuditMessages; shared: DeskMessages }

/** Who did what, by person and by what it was done to. */
export function Audit({ locale, messages, shared }: Props) {
  return (
    <AtDesk locale={locale} messages={shared} area="audit">
      <AuditList messages={messages} />
    </AtDesk>
  )
}

function AuditList({ messages }: Pick<Props, 'messages'>) {
  const { locale, messages: shared } = useDesk()
  const [filter, setFilter] = useState({ who: '', q: '' })
  useEffect(() => void audit.load(filter), [filter])
  const older = async (before: number) => {
    const fault = await loadOlder(filter, before)
    if (fault) showToast(deskFault(shared, fault), { kind: 'failed' })
  }
  return (
    <>
      <Toolbar>
        <SearchField label={messages.who} value={filter.who} onSearch={(who) => setFilter({ ...filter, who })} />
        <SearchField label={messages.what} value={filter.q} onSearch={(q) => setFilter({ ...filter, q })} />
      </Toolbar>
      <Loaded
        $loadable={audit.$loadable}
        retry={() => audit.load(filter)}
        isEmpty={({ data }) => data.length === 0}
        empty={<p>{messages.none}</p>}
      >
        {({ data, hasMore }) => (
          <>
            <DeskTable
              caption={messages.list}
              items={data}
              columns={columnsOf(messages, locale)}
              idOf={({ id }) => String(id)}
              nameOf={({ action }) => action}
            />
            {hasMore && (
              <button type="button" className="button quiet" onClick={() => void older(data.at(-1)?.id ?? 0)}>
                {messages.older}
              </button>
            )}
          </>
        )}
      </Loaded>
    </>
  )
}

const detailsOf = ({ details }: Done): string =>
  Object.entries(details)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('; ')

/** What was done is stored in English: it is the same line for everybody and at the command line. */
function columnsOf(messages: AuditMessages, locale: Locale): DeskColumn<Done>[] {
  return [
    { id: 'at', header: messages.at, cell: ({ done_at }) => moment(done_at, locale), sortBy: ({ id }) => id },
    { id: 'who', header: messages.who, cell: ({ who }) => who, sortBy: ({ who }) => who },
    {
      id: 'action',
      header: messages.action,
      cell: ({ action }) => <span lang="en">{action}</span>,
      sortBy: ({ action }) => action,
    },
    {
      id: 'target',
      header: messages.target,
      cell: ({ target }) => <bdi>{target}</bdi>,
      sortBy: ({ target }) => target,
    },
    { id: 'details', header: messages.details, cell: (done) => <span lang="en">{detailsOf(done)}</span> },
  ]
}
