import { interpolate } from '#i18n/interpolate.ts'
import { stateName } from '#contract/fields/states.ts'
import { useEffect, useState } from 'react'
import { countryName } from '#contract/fields/countries.ts'
import type { DeskListener } from '#contract/desk/listeners.ts'
import { deskPath } from '#i18n/desk-paths.ts'
import { digits, exactMoney } from '#i18n/format.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { listener } from '#stores/desk/listeners.ts'
import { AtDesk } from '../AtDesk.tsx'
import { Loaded } from '../Loaded.tsx'
import { actionText, contactText, dayText, idOfPage, indianMoment, type PageProps } from '../desk-format.ts'
import { Account } from './Account.tsx'
import { Belongings } from './Belongings.tsx'
import { GiveDialog } from './GiveDialog.tsx'

type ListenerPageProps = PageProps<Messages['deskSales']['listener']>
export type ListenerPartProps = ListenerPageProps & { data: DeskListener }

/** One listener: what they have, and what can be done for them. */
export function ListenerPage(props: ListenerPageProps) {
  const { locale, messages, shared } = props
  const load = () => listener.load(idOfPage())
  useEffect(() => void listener.load(idOfPage()), [])
  return (
    <AtDesk locale={locale} messages={shared} area="listeners">
      <p>
        <a href={deskPath('listeners', locale)}>{messages.back}</a>
      </p>
      <Loaded $loadable={listener.$loadable} retry={load}>
        {({ data }) => <Parts {...props} data={data} />}
      </Loaded>
    </AtDesk>
  )
}

function Parts(props: ListenerPartProps) {
  const { data, locale, messages, common } = props
  const [isGiving, setGiving] = useState(false)
  const since = dayText(data.created, locale)
  return (
    <>
      <h2>{data.name || data.email}</h2>
      <p>
        {[
          contactText(data, 'email', common),
          contactText(data, 'mobile', common),
          data.state && stateName(data.state, locale),
          data.country && countryName(data.country, locale),
          ...data.signs_in_by,
        ]
          .filter(Boolean)
          .join(' · ')}
        <br />
        <span className="soft">{interpolate(messages.facts, { since, seen: dayText(data.seen, locale) })}</span>
      </p>
      <div className="desk-buttons">
        <button type="button" className="button" onClick={() => setGiving(true)}>
          {messages.give}
        </button>
      </div>
      <GiveDialog {...props} isOpen={isGiving} onClose={() => setGiving(false)} />
      <Belongings {...props} />
      <Orders {...props} />
      <Account {...props} />
      <Actions {...props} />
    </>
  )
}

function Orders({ data, locale, messages }: ListenerPartProps) {
  return (
    <section aria-labelledby="orders">
      <h2 id="orders">{messages.orders}</h2>
      {data.orders.length === 0 && <p className="soft">{messages.none}</p>}
      <ul role="list" className="sales-list">
        {data.orders.map(({ id, created, currency, total }) => (
          <li key={id}>
            <a href={deskPath('order', locale, { id })}>{digits(id, locale)}</a>
            <span className="soft">{dayText(created, locale)}</span>
            <span>{exactMoney(total, currency, locale)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Actions({ data, locale, messages, common }: ListenerPartProps) {
  return (
    <section aria-labelledby="actions">
      <h2 id="actions">{messages.actions}</h2>
      {data.actions.length === 0 && <p className="soft">{messages.none}</p>}
      <ol className="sales-story">
        {data.actions.map(({ at, who, action, reason }) => (
          <li key={`${at} ${action}`}>
            <time dateTime={at} className="soft">
              {indianMoment(at, locale)}
            </time>
            <span>
              {actionText(who, action, common)} {reason && `(${reason})`}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
