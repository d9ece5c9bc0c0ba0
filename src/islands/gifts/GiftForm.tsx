import { useStore } from '@nanostores/react'
import { useRef } from 'react'
import type { Locale } from '#contract/text/locale.ts'
import { pathTo, titlePath } from '#i18n/paths.ts'
import { Busy } from '#islands/accounts/Busy.tsx'
import type { TextFaultMessages } from '#islands/forms/fault-text.ts'
import { usePreHydrationInput } from '#islands/forms/pre-hydration-input.ts'
import { handleSubmit } from '#islands/forms/handle-submit.ts'
import { useForm } from '#islands/forms/use-form.ts'
import { submitGift } from '#stores/gifts/gift-draft.ts'
import { changeDay, changeRecipientCountry, giftForm } from '#stores/gifts/gift-form.ts'
import { $giftTitle, type GiftTitle } from '#stores/gifts/gift-title.ts'
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

/** A day that was chosen before the scripts ran gets its hour and zone too, and the zone follows the country. */
function replay(name: (typeof NAMES)[number], text: string): void {
  if (name === 'deliver_on') changeDay(text)
  else if (name === 'country') changeRecipientCountry(text)
  else giftForm.change(name, text)
}

/** The form of a gift [GI-1]. */
export function GiftForm({ locale, messages, faultMessages, plans, countries, states, lines }: Props) {
  const { isBusy, failure, wait } = useForm(giftForm)
  const form = useRef<HTMLFormElement>(null)
  usePreHydrationInput(form, NAMES, replay)

  return (
    <form
      ref={form}
      className="form"
      // A browser that comes back checks the radio that stands in the place of the one that was checked: the draft knows better.
      autoComplete="off"
      method="dialog"
      data-early
      aria-label={messages.form}
      noValidate
      aria-busy={isBusy}
      onSubmit={handleSubmit(submitGift)}
    >
      <p className="soft">{messages.allNeeded}</p>
      <GiftChoice {...{ locale, messages, plans }} />
      <RecipientFields {...{ locale, messages, faultMessages, countries }} />
      <CardAndVoice {...{ locale, messages, lines }} />
      <Arrival {...{ locale, messages }} />
      <Giver {...{ locale, messages, faultMessages, countries, states }} />
      <GiftFailure {...{ failure, wait, messages, locale }} />
      <div className="ways">
        <button type="submit" className="button" aria-disabled={isBusy}>
          {messages.goOn}
        </button>
        <Cancel {...{ locale, messages }} />
      </div>
      <Busy isBusy={isBusy} text={messages.preparing} />
    </form>
  )
}

const NO_TITLE: GiftTitle = { state: 'none' }

/** Back to the title that the page was opened for, or to the plans. */
function Cancel({ locale, messages }: Pick<Props, 'locale' | 'messages'>) {
  const asked = useStore($giftTitle, { ssr: () => NO_TITLE })
  const back = asked.state === 'ready' ? titlePath(locale, asked.title) : pathTo('subscribe', locale)
  return (
    <a className="button quiet" href={back} onClick={() => giftForm.rest()}>
      {messages.cancel}
    </a>
  )
}
