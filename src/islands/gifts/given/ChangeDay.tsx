import { useRef, useState, type FormEvent } from 'react'
import { useForm } from '#islands/forms/use-form.ts'
import { arrivalForm, moveGiven } from '#stores/gifts/given-gift.ts'
import { Field, focusFirstFault } from '#ui/Field.tsx'
import { useTimeZones } from '../wrapping/Arrival.tsx'
import type { GivenProps } from './GivenGift.tsx'

/** Day and hour of a gift that waits. Without a day it goes out at once. */
export function ChangeDay({ messages }: GivenProps) {
  const { values, faults, isBusy, failure } = useForm(arrivalForm)
  const [isChanged, setChanged] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const zones = useTimeZones(values.time_zone)
  const day = faults['deliver_on']
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setChanged(false)
    const isMoved = await moveGiven()
    setChanged(isMoved)
    if (!isMoved && form.current) focusFirstFault(form.current)
  }
  const change = (name: keyof typeof values) => (text: string) => {
    setChanged(false)
    arrivalForm.change(name, text)
    arrivalForm.forgive('deliver_on')
  }
  return (
    <form ref={form} className="form change-day" noValidate aria-busy={isBusy} onSubmit={(event) => void submit(event)}>
      <h3>{messages.dayHeading}</h3>
      <Field
        name="deliver_on"
        type="date"
        label={messages.day}
        hint={messages.dayHint}
        value={values.deliver_on}
        fault={day && messages[day === 'deliveryPast' ? 'dayPast' : 'dayFault']}
        isLocked={isBusy}
        isOptional
        onChange={change('deliver_on')}
      />
      <Field
        name="deliver_time"
        type="time"
        label={messages.hour}
        value={values.deliver_time}
        fault={faults['deliver_time'] && messages.dayFault}
        isLocked={isBusy}
        isOptional
        onChange={change('deliver_time')}
      />
      <Field
        name="time_zone"
        label={messages.zone}
        options={zones}
        value={values.time_zone}
        fault={faults['time_zone'] && messages.dayFault}
        isLocked={isBusy}
        onChange={change('time_zone')}
      />
      {failure && failure !== 'badInput' && (
        <p role="alert" className="failure">
          {failure === 'alreadySent' ? messages.alreadySent : messages.failed}
        </p>
      )}
      <p className="ways">
        <button type="submit" className="button quiet" aria-disabled={isBusy}>
          {messages.change}
        </button>
        <span role="status">{isChanged && messages.changed}</span>
      </p>
    </form>
  )
}
