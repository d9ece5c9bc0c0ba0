import { useEffect, useState } from 'react'
import type { DeskCoupon } from '#contract/desk/shop/coupons.ts'
import type { Locale } from '#contract/text/locale.ts'
import { count, exactMoney, longDate } from '#i18n/format.ts'
import { interpolate } from '#i18n/interpolate.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { AtDesk } from '#islands/desk/AtDesk.tsx'
import { useDesk, type DeskMessages } from '#islands/desk/desk-context.tsx'
import { DeskTable, type DeskColumn } from '#islands/desk/lists/DeskTable.tsx'
import { Loaded } from '#islands/desk/Loaded.tsx'
import { Toolbar } from '#islands/desk/lists/Toolbar.tsx'
import { $coupons, loadCoupons } from '#stores/desk/shop/coupons.ts'
import { CouponDialog } from './CouponDialog.tsx'
import type { ShopMessages } from './RowFields.tsx'

type CouponMessages = Messages['deskShop']['coupons']
export type CouponProps = { messages: CouponMessages; lists: ShopMessages }
type Props = CouponProps & { locale: Locale; shared: DeskMessages }

/** Coupons: what they take off, for whom and how long, and what they brought. */
export function Coupons({ locale, shared, ...props }: Props) {
  return (
    <AtDesk locale={locale} messages={shared} area="coupons">
      <CouponList {...props} />
    </AtDesk>
  )
}

function CouponList({ messages, lists }: CouponProps) {
  const { locale } = useDesk()
  const [edited, setEdited] = useState<DeskCoupon | 'new'>()
  useEffect(() => void loadCoupons(), [])
  const add = (
    <button type="button" className="button" onClick={() => setEdited('new')}>
      {messages.add}
    </button>
  )
  const columns = columnsOf(messages, locale, lists, setEdited)
  return (
    <>
      <Toolbar>{add}</Toolbar>
      <Loaded
        $loadable={$coupons}
        retry={loadCoupons}
        isEmpty={({ coupons }) => coupons.length === 0}
        empty={<p>{messages.empty}</p>}
      >
        {({ coupons }) => (
          <DeskTable
            caption={messages.caption}
            items={coupons}
            columns={columns}
            idOf={({ id }) => String(id)}
            nameOf={({ code }) => code}
          />
        )}
      </Loaded>
      <CouponDialog {...{ messages, lists, edited }} onClose={() => setEdited(undefined)} />
    </>
  )
}

function columnsOf(
  messages: CouponMessages,
  locale: Locale,
  lists: ShopMessages,
  edit: (coupon: DeskCoupon) => void,
): DeskColumn<DeskCoupon>[] {
  const scopes: Record<string, string> = { ...lists.options.audioTypes, plan: messages.plan }
  return [
    {
      id: 'code',
      header: messages.fields.code,
      sortBy: ({ code }) => code,
      cell: (coupon) => (
        <button
          type="button"
          className="link"
          aria-label={interpolate(messages.change, { code: coupon.code })}
          onClick={() => edit(coupon)}
        >
          {coupon.code}
        </button>
      ),
    },
    {
      id: 'percent',
      header: messages.fields.percent,
      isNumber: true,
      sortBy: ({ percent }) => percent,
      cell: ({ percent }) => count(percent, locale),
    },
    {
      id: 'for',
      header: messages.fields.appliesTo,
      cell: ({ applies_to }) => applies_to?.map((scope) => scopes[scope] ?? scope).join(', ') ?? messages.everything,
    },
    ...figureColumns(messages, locale),
  ]
}

function figureColumns(messages: CouponMessages, locale: Locale): DeskColumn<DeskCoupon>[] {
  const day = (text: string | null) => (text ? longDate(text, locale) : '')
  return [
    {
      id: 'days',
      header: messages.days,
      sortBy: ({ ends }) => ends ?? '9',
      cell: ({ starts, ends, is_ended }) => (
        <>
          {starts || ends ? `${day(starts)} – ${day(ends)}` : messages.always}
          {is_ended && ` (${messages.ended})`}
        </>
      ),
    },
    {
      id: 'left',
      header: messages.left,
      isNumber: true,
      cell: ({ uses_left }) => (uses_left === null ? messages.noLimit : count(uses_left, locale)),
    },
    ...resultColumns(messages, locale),
  ]
}

/** What paid orders with it brought and what it took off them. */
function resultColumns(messages: CouponMessages, locale: Locale): DeskColumn<DeskCoupon>[] {
  const both = (inr: number, usd: number) =>
    [exactMoney(inr, 'INR', locale), ...(usd > 0 ? [exactMoney(usd, 'USD', locale)] : [])].join(' · ')
  return [
    {
      id: 'orders',
      header: messages.orders,
      isNumber: true,
      sortBy: ({ paid_orders }) => paid_orders,
      cell: ({ paid_orders }) => count(paid_orders, locale),
    },
    {
      id: 'earned',
      header: messages.earned,
      isNumber: true,
      sortBy: ({ earned_inr }) => earned_inr,
      cell: ({ earned_inr, earned_usd }) => both(earned_inr, earned_usd),
    },
    {
      id: 'given',
      header: messages.given,
      isNumber: true,
      sortBy: ({ given_inr }) => given_inr,
      cell: ({ given_inr, given_usd }) => both(given_inr, given_usd),
    },
  ]
}
