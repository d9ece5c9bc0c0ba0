import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import type { Locale } from '#contract/text/locale.ts'
import { pathTo } from '#i18n/paths.ts'
import type { TextFaultMessages } from '#islands/forms/fault-text.ts'
import { leaveGift, openGiftDraft } from '#stores/gifts/gift-draft.ts'
import { $giftStep, type GiftStep } from '#stores/gifts/gift-form.ts'
import { GiftForm } from './GiftForm.tsx'
import { GiftSummary } from './GiftSummary.tsx'
import type { GiftLists, GiftMessages } from './gift-messages.ts'

type Props = { locale: Locale; messages: GiftMessages; faultMessages: TextFaultMessages } & GiftLists

const FORM: GiftStep = { step: 'form' }

/** Gift form, then summary, then payment [GI-1]. */
export function GiftFlow({ locale, messages, ...lists }: Props) {
  const now = useStore($giftStep, { ssr: () => FORM })
  const [isOpening, setOpening] = useState(true)
  useEffect(() => {
    void openGiftDraft(location.search, document.documentElement.dataset['country'] ?? 'IN').finally(() =>
      setOpening(false),
    )
    return leaveGift
  }, [])
  const form = useFocusOnReturn(now)

  if (now.step === 'summary') return <GiftSummary gift={now.gift} {...{ locale, messages }} />
  if (now.step === 'pending')
    return (
      <div className="notice">
        <p>{messages.pending}</p>
        <a href={pathTo('paymentSuccess', locale, { token: now.order })}>{messages.toOrder}</a>
      </div>
    )
  return (
    <div ref={form} aria-busy={isOpening}>
      {now.wasCancelled && <Cancelled text={messages.cancelled} />}
      <GiftForm {...{ locale, messages, ...lists }} />
    </div>
  )
}

/** From the summary back to the form: the pressed button is gone, so the first field has the focus. */
function useFocusOnReturn(now: GiftStep) {
  const form = useRef<HTMLDivElement>(null)
  const before = useRef(now.step)
  useEffect(() => {
    if (before.current === 'summary' && now.step === 'form' && !now.wasCancelled)
      form.current?.querySelector<HTMLElement>('input:checked, input:not([type])')?.focus()
    before.current = now.step
  }, [now])
  return form
}

/** Takes the focus, because the pressed button is gone. */
function Cancelled({ text }: { text: string }) {
  const note = useRef<HTMLParagraphElement>(null)
  useEffect(() => note.current?.focus(), [])
  return (
    <p ref={note} tabIndex={-1} className="notice">
      {text}
    </p>
  )
}
