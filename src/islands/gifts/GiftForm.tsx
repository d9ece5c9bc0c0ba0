import { useRef } from 'react'
import type { Locale } from '#contract/locale.ts'
import { pathTo } from '#i18n/paths.ts'
import { Busy } from '#islands/accounts/Busy.tsx'
import type { TextFaultMessages } from '#islands/forms/fault-text.ts'
import { usePreHydrationInput } from '#islands/forms/pre-hydration-input.ts'
import { handleSubmit } from '#islands/forms/handle-submit.ts'
import { useForm } from '#islands/forms/use-form.ts'
import { changeDay, giftForm } from '#stores/gifts/gift-form.ts'
import { GiftChoice } from './GiftChoice.tsx'
import { GiftFailure } from './GiftFailure.tsx'
import { RecipientFields } from './GiftFields.tsx'
import { Giver } from './Giver.tsx'
import type { GiftFormMessages, GiftLists } from './gift-messages.ts'
import { Arrival } from './wrapping/Arrival.tsx'
import { CardAndVoice } from './wrapping/CardAndVoice.tsx'

type Props = { locale: Locale; messages: GiftFormMessages; faultMessages: TextFaultMessages } & GiftLists

const NAMES = [
  ...(['variant', 'first_name', 'last_name', 'email', 'country', 'mobile', 'message'] as const),
  ...(['occasion', 'spoken', 'send_by', 'deliver_on', 'deliver_time', 'time_zone'] as const),
  ...([
    'sender_first_name',
    'sender_last_name',
    'sender_email',
    'sender_country',
    'sender_state',
    'sender_mobile',
  ] as const),
]

/** A day that was chosen before the scripts ran gets its hour and zone too. */
const replay = (name: (typeof NAMES)[number], text: string): void =>
  name === 'deliver_on' ? changeDay(text) : giftForm.change(name, text)

/** The form of a gift (GI-1). */
export function GiftForm({ locale, messages, faultMessages, plans, countries, states, lines }: Props) {
  const { isBusy, failure, wait } = useForm(giftForm)
  const form = useRef<HTMLFormElement>(null)
  usePreHydrationInput(form, NAMES, replay)

  return (
    <form
      ref={form}
      className="form"
      method="dialog"
      data-early
      aria-label={messages.form}
      noValidate
      aria-busy={isBusy}
      onSubmit={handleSubmit(giftForm.submit)}
    >
      <GiftChoice {...{ locale, messages, plans }} />
      <RecipientFields {...{ locale, messages, faultMessages, countries }} />
      <CardAndVoice {...{ locale, messages, lines }} />
      <Arrival {...{ messages }} />
      <Giver {...{ locale, messages, faultMessages, countries, states }} />
      <GiftFailure {...{ failure, wait, messages, locale }} />
      <div className="ways">
        <button type="submit" className="button" aria-disabled={isBusy}>
          {messages.goOn}
        </button>
        <a className="button quiet" href={pathTo('subscribe', locale)} onClick={() => giftForm.rest()}>
          {messages.cancel}
        </a>
      </div>
      <Busy isBusy={isBusy} text={messages.preparing} />
    </form>
  )
}
