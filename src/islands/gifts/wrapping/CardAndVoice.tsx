import { useStore } from '@nanostores/react'
import { useRef, useState } from 'react'
import { OCCASIONS } from '#contract/gifts/gift-wrapping.ts'
import type { Locale } from '#contract/text/locale.ts'
import { useForm } from '#islands/forms/use-form.ts'
import { giftForm } from '#stores/gifts/gift-form.ts'
import { $giftVoice } from '#stores/gifts/gift-voice.ts'
import { Field } from '#ui/Field.tsx'
import { Late } from '#ui/Late.tsx'
import type { GiftFormMessages } from '../gift-messages.ts'
import { GreetingCard, type GreetingLines, type Occasion } from '../GreetingCard.tsx'

type Props = { locale: Locale; messages: GiftFormMessages; lines: GreetingLines }

const loadRecorder = () => import('./VoiceRecorder.tsx').then(({ VoiceRecorder }) => VoiceRecorder)
const isOccasion = (text: string): text is Occasion => OCCASIONS.some((one) => one === text)

/** The card of a gift, with its greeting in both scripts, and the giver's own voice. */
export function CardAndVoice({ locale, messages, lines }: Props) {
  const { values, isBusy } = useForm(giftForm)
  return (
    <fieldset className="part">
      <legend>{messages.card}</legend>
      <Field
        name="occasion"
        label={messages.occasion}
        options={OCCASIONS.map((value) => ({ value, label: messages.occasions[value] }))}
        value={values.occasion}
        isLocked={isBusy}
        onChange={(text) => giftForm.change('occasion', text)}
      />
      <GreetingCard occasion={isOccasion(values.occasion) ? values.occasion : 'thought'} lines={lines} />
      <Voice {...{ locale, messages }} />
    </fieldset>
  )
}

/** The recorder comes when somebody wants it, or when a voice is there already. The group takes the focus of buttons that go. */
function Voice({ locale, messages }: Omit<Props, 'lines'>) {
  const { values, faults } = useForm(giftForm)
  const voice = useStore($giftVoice, { ssr: () => undefined })
  const [wish, setWish] = useState<'none' | 'open' | 'failed'>('none')
  const group = useRef<HTMLDivElement>(null)
  const isWanted = wish === 'open' || Boolean(voice ?? (values.voice || faults['voice']))
  const want = () => {
    setWish('open')
    group.current?.focus()
  }
  return (
    <div ref={group} className="voice" role="group" aria-label={messages.voice} tabIndex={-1}>
      {isWanted ? (
        <Late load={loadRecorder} failed={() => setWish('failed')}>
          {(VoiceRecorder) => <VoiceRecorder {...{ locale, messages }} />}
        </Late>
      ) : (
        <>
          <button type="button" className="button quiet" onClick={want}>
            {messages.addVoice}
          </button>
          <p className="hint" role="status">
            {wish === 'failed' ? messages.voiceNotLoaded : messages.addVoiceHint}
          </p>
        </>
      )}
    </div>
  )
}
