import { useRef, useState, type FormEvent } from 'react'
import { useForm } from '#islands/forms/use-form.ts'
import { arrivalForm, moveGiven } from '#stores/gifts/given-gift.ts'
import { Field, focusFirstFault } from '#ui/Field.tsx'
import { useTimeZones } from '../time-zones.ts'
import type { GivenProps } from './GivenGift.tsx'

/** Day and hour of a gift that waits. Without a day it goes out at once. */
export function ChangeDay({ locale, messages }: GivenProps) {
  const { isBusy, failure } = useForm(arrivalForm)
  const [isChanged, setChanged] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setChanged(false)
    const isMoved = await moveGiven()
    setChanged(isMoved)
    if (!isMoved && form.current) focusFirstFault(form.current)
  }
  return (
    <form ref={form} className="form change-day" noValidate aria-busy={isBusy} onSubmit={(event) => void submit(event)}>
      <h3>{messages.dayHeading}</h3>
      <DayFields {...{ locale, messages }} changed={() => setChanged(false)} />
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

function DayFields({ locale, messages, changed }: Pick<GivenProps, 'locale' | 'messages'> & { changed: () => void }) {
  const { values, faults, isBusy } = useForm(arrivalForm)
  const zones = useTimeZones(values.time_zone, locale)
  const field = (name: keyof typeof values) => ({
    name,
    value: values[name],
    isLocked: isBusy,
    fault: faults[name] && messages[faults[name] === 'deliveryPast' ? 'dayPast' : 'dayFault'],
    onChange(text: string) {
      changed()
      arrivalForm.change(name, text)
      arrivalForm.forgive('deliver_on')
    },
  })
  return (
    <>
      <Field {...field('deliver_on')} type="date" label={messages.day} hint={messages.dayHint} isOptional />
      <Field {...field('deliver_time')} type="time" label={messages.hour} isOptional />
      <Field {...field('time_zone')} label={messages.zone} options={zones} />
    </>
  )
}
