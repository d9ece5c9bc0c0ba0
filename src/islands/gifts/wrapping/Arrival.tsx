import { GIFT_WAYS } from '#contract/gifts/gift-wrapping.ts'
import type { Locale } from '#contract/text/locale.ts'
import { useForm } from '#islands/forms/use-form.ts'
import { changeArrival, changeDay, giftForm } from '#stores/gifts/gift-form.ts'
import { Choice } from '#ui/Choice.tsx'
import { Field } from '#ui/Field.tsx'
import type { GiftFormMessages } from '../gift-messages.ts'
import { useTimeZones } from '../time-zones.ts'

type Props = { locale: Locale; messages: GiftFormMessages }

/** How a gift arrives: by mail or as a link, and when. */
export function Arrival({ locale, messages }: Props) {
  const { values, faults, isBusy } = useForm(giftForm)
  const isLink = values.send_by === 'link'
  return (
    <fieldset className="part">
      <legend>{messages.arrival}</legend>
      <Choice
        name="send_by"
        label={messages.sendBy}
        value={values.send_by}
        options={GIFT_WAYS.map((value) => ({ value, label: messages.ways[value] }))}
        onChange={(value) => changeArrival('send_by', value)}
      />
      <Field
        name="deliver_on"
        label={messages.deliver_on}
        type="date"
        hint={isLink ? messages.deliverLinkHint : messages.deliverHint}
        value={values.deliver_on}
        fault={deliverFault(faults['deliver_on'], messages)}
        isLocked={isBusy}
        isOptional
        onChange={changeDay}
      />
      {values.deliver_on && <Hour {...{ locale, messages }} />}
    </fieldset>
  )
}

function deliverFault(code: string | undefined, messages: Pick<GiftFormMessages, 'deliverPast' | 'deliverFault'>) {
  if (!code) return undefined
  return code === 'deliveryPast' ? messages.deliverPast : messages.deliverFault
}

/** A day has an hour, on the clocks of the place where the recipient lives. */
function Hour({ locale, messages }: Props) {
  const { values, faults, isBusy } = useForm(giftForm)
  const zones = useTimeZones(values.time_zone, locale, values.country)
  return (
    <>
      <Field
        name="deliver_time"
        label={messages.deliver_time}
        type="time"
        value={values.deliver_time}
        fault={faults['deliver_time'] && messages.deliverFault}
        isLocked={isBusy}
        isOptional
        onChange={(text) => changeArrival('deliver_time', text)}
      />
      <Field
        name="time_zone"
        label={messages.time_zone}
        options={zones}
        hint={messages.zoneHint}
        value={values.time_zone}
        fault={faults['time_zone'] && messages.zoneFault}
        isLocked={isBusy}
        onChange={(text) => changeArrival('time_zone', text)}
      />
    </>
  )
}
