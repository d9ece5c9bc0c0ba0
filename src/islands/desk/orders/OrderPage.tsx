import { interpolate } from '#i18n/interpolate.ts'
import { stateName } from '#contract/states.ts'
import { useEffect } from 'react'
import { countryName } from '#contract/countries.ts'
import type { DeskOrder } from '#contract/desk/orders.ts'
import { deskPath } from '#i18n/desk-paths.ts'
import { digits, exactMoney } from '#i18n/format.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { order, sendAgain } from '#stores/desk/orders.ts'
import { showToast } from '#stores/desk/toasts.ts'
import { AtDesk } from '../AtDesk.tsx'
import { deskFault } from '../desk-context.tsx'
import { Loaded } from '../Loaded.tsx'
import { idOfPage, personName, type PageProps } from '../sales/sales-format.ts'
import { HeldPayment } from './HeldPayment.tsx'
import { OrderLines } from './OrderLines.tsx'
import { OrderStory } from './OrderStory.tsx'

type OrderPageProps = PageProps<Messages['deskSales']['order']>
export type OrderPartProps = OrderPageProps & { data: DeskOrder }

/** One order: what was bought, what can be done about it, and its story. */
export function OrderPage(props: OrderPageProps) {
  const { locale, messages, shared } = props
  const load = () => order.load(idOfPage())
  useEffect(() => void order.load(idOfPage()), [])
  return (
    <AtDesk locale={locale} messages={shared} area="orders">
      <p>
        <a href={deskPath('orders', locale)}>{messages.back}</a>
      </p>
      <Loaded $loadable={order.$loadable} retry={load}>
        {({ data }) => (
          <>
            <OrderHead {...props} data={data} />
            {data.is_held && <HeldPayment {...props} data={data} />}
            <OrderLines {...props} data={data} />
            <Mails {...props} data={data} />
            <OrderStory {...props} data={data} />
          </>
        )}
      </Loaded>
    </AtDesk>
  )
}

function OrderHead({ data, locale, messages, common }: OrderPartProps) {
  const { id, name, email, listener, coupon, gift, total, currency, country, state } = data
  return (
    <>
      <div className="sales-head">
        <h2>{interpolate(messages.heading, { id: digits(id, locale) })}</h2>
        <strong>{exactMoney(total, currency, locale)}</strong>
      </div>
      <p>
        {messages.buyer}: {personName(name, common)} {email}{' '}
        {[state && stateName(state, locale), country && countryName(country, locale)].filter(Boolean).join(', ')}{' '}
        {listener !== null && <a href={deskPath('listener', locale, { id: listener })}>{messages.listener}</a>}
      </p>
      {coupon && (
        <p>
          {messages.coupon}: {coupon}
        </p>
      )}
      {gift && <p>{interpolate(messages.giftFor, { name: `${gift.name} ${gift.email}` })}</p>}
    </>
  )
}

function Mails({ data, messages, shared }: OrderPartProps) {
  if (data.mails.length === 0) return null
  const send = async (mail: DeskOrder['mails'][number]) => {
    const result = await sendAgain(data.id, mail)
    if (result.ok) showToast(interpolate(messages.mailed, { to: result.value.to }))
    else showToast(deskFault(shared, result.fault), { kind: 'failed' })
  }
  return (
    <section aria-labelledby="mails">
      <h2 id="mails">{messages.mails}</h2>
      <div className="desk-buttons">
        {data.mails.map((mail) => (
          <button key={mail} type="button" className="button quiet" onClick={() => void send(mail)}>
            {messages.mailNames[mail]}
          </button>
        ))}
      </div>
    </section>
  )
}
