import { useStore } from '@nanostores/react'
import { interpolate } from '#i18n/interpolate.ts'
import { stateName } from '#contract/fields/states.ts'
import { useEffect } from 'react'
import { countryName } from '#contract/fields/countries.ts'
import type { DeskOrder } from '#contract/desk/orders.ts'
import { deskPath } from '#i18n/desk-paths.ts'
import { digits, exactMoney } from '#i18n/format.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { GATEWAY_NAMES } from '#islands/payments/gateway-names.ts'
import { order, sendAgain } from '#stores/desk/orders.ts'
import { $staff, isAllowed } from '#stores/desk/staff.ts'
import { showToast } from '#stores/desk/toasts.ts'
import { AtDesk } from '../AtDesk.tsx'
import { deskFault } from '../desk-context.tsx'
import { Loaded } from '../Loaded.tsx'
import { idOfPage, personName, wordsOf, type PageProps } from '../desk-format.ts'
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
            <HeldPayment {...props} data={data} />
            <OrderLines {...props} data={data} />
            <Payments {...props} data={data} />
            <Mails {...props} data={data} />
            <OrderStory {...props} data={data} />
          </>
        )}
      </Loaded>
    </AtDesk>
  )
}

function OrderHead(props: OrderPartProps) {
  const { data, locale, messages, common } = props
  const { id, name, email, listener, coupon, discount, gift, currency, country, state } = data
  const mayOpen = isAllowed(useStore($staff), 'listeners')
  return (
    <>
      <div className="sales-head">
        <h2>{interpolate(messages.heading, { id: digits(id, locale) })}</h2>
        <Total {...props} />
      </div>
      <p>
        {messages.buyer}: {personName(name, common)} {email}{' '}
        {[state && stateName(state, locale), country && countryName(country, locale)].filter(Boolean).join(', ')}{' '}
        {listener !== null && mayOpen && (
          <a href={deskPath('listener', locale, { id: listener })}>{messages.listener}</a>
        )}
      </p>
      {coupon && (
        <p>
          {messages.coupon}: {interpolate(messages.given, { coupon, amount: exactMoney(discount, currency, locale) })}
        </p>
      )}
      {gift && <p>{interpolate(messages.giftFor, { name: `${gift.name} ${gift.email}` })}</p>}
    </>
  )
}

/** The sum with its state, and what of it went back. */
function Total({ data, locale, messages }: OrderPartProps) {
  const { total, returned, status, currency } = data
  const money = (amount: number) => exactMoney(amount, currency, locale)
  const part = { amount: money(returned), rest: money(total - returned) }
  return (
    <p>
      <strong>{money(total)}</strong>{' '}
      {status === 'paid' && returned > 0
        ? interpolate(messages.partReturned, part)
        : wordsOf(messages.stateNames, status)}
    </p>
  )
}

/** Each try to pay, with the number under which the payment service has it. */
function Payments({ data, locale, messages }: OrderPartProps) {
  if (data.attempts.length === 0) return null
  const headers = [messages.gateway, messages.payment, messages.state, messages.amount]
  return (
    <section aria-labelledby="payments">
      <h2 id="payments">{messages.payments}</h2>
      <table className="desk-table">
        <caption className="unseen">{messages.payments}</caption>
        <thead>
          <tr>
            {headers.map((header) => (
              <th key={header} scope="col" className={header === messages.amount ? 'number fixed' : 'fixed'}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.attempts.map(({ id, gateway, key, payment, state, amount }) => (
            <tr key={id}>
              <td data-label={messages.gateway}>{wordsOf(GATEWAY_NAMES, gateway)}</td>
              <td data-label={messages.payment}>{payment ?? key}</td>
              <td data-label={messages.state}>{wordsOf(messages.stateNames, state)}</td>
              <td data-label={messages.amount} className="number">
                {exactMoney(amount, data.currency, locale)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
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
