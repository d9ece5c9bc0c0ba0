import { useEffect, useState } from 'react'
import type { Done } from '#contract/desk/staff/members.ts'
import type { Locale } from '#contract/text/locale.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { AtDesk } from '#islands/desk/AtDesk.tsx'
import { DeskTable, type DeskColumn } from '#islands/desk/lists/DeskTable.tsx'
import { deskFault, useDesk, type DeskMessages } from '#islands/desk/desk-context.tsx'
import { Loaded } from '#islands/desk/Loaded.tsx'
import { momentText } from '#islands/desk/moment-text.ts'
import { SearchField } from '#islands/desk/fields/SearchField.tsx'
import { Toolbar } from '#islands/desk/lists/Toolbar.tsx'
import { detailsText } from './details-text.ts'
import { targetText } from './target-text.ts'
import { audit, loadOlder } from '#stores/desk/members.ts'
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
              nameOf={({ action }) => actionText(messages, action)}
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

/** Stored in English, so that the command line and the desk read the same line. */
function actionText(messages: AuditMessages, action: string): string {
  const words: Record<string, string> = messages.actions
  const undone = action.replace(/^undo /, '')
  // `save list menu`: the last word names the list.
  const found = words[undone] ?? words[undone.replace(/ \w+$/, '')] ?? undone
  return undone === action ? found : interpolate(messages.undone, { action: found })
}

function columnsOf(messages: AuditMessages, locale: Locale): DeskColumn<Done>[] {
  return [
    { id: 'at', header: messages.at, cell: ({ done_at }) => momentText(done_at, locale), sortBy: ({ id }) => id },
    { id: 'who', header: messages.who, cell: ({ who }) => who, sortBy: ({ who }) => who },
    {
      id: 'action',
      header: messages.action,
      cell: ({ action }) => actionText(messages, action),
      sortBy: ({ action }) => actionText(messages, action),
    },
    {
      id: 'target',
      header: messages.target,
      cell: (done) => <bdi>{targetText(done, messages, locale)}</bdi>,
      sortBy: (done) => targetText(done, messages, locale),
    },
    { id: 'details', header: messages.details, cell: (done) => <bdi>{detailsText(done, messages, locale)}</bdi> },
  ]
}
