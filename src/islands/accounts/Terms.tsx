import type { Locale } from '#contract/text/locale.ts'
import { pathTo } from '#i18n/paths.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { Check } from '#ui/Check.tsx'

/** `termsRequired` differs from form to form. */
export type TermsMessages = Messages['accounts']['terms'] & { termsRequired: string }
type Props = {
  locale: Locale
  messages: TermsMessages
  isChecked: boolean
  isFaulty: boolean
  onChange: (isChecked: boolean) => void
}

/** The required checkbox for terms and privacy policy. Both open in a new tab, so that the form keeps its input. */
export function Terms({ locale, messages, isChecked, isFaulty, onChange }: Props) {
  return (
    <Check
      name="terms"
      isRequired
      isChecked={isChecked}
      fault={isFaulty ? messages.termsRequired : undefined}
      onChange={onChange}
    >
      {messages.agreeBefore}{' '}
      <a href={pathTo('termsOfService', locale)} target="_blank">
        {messages.agreeTerms}
      </a>{' '}
      {messages.agreeAnd}{' '}
      <a href={pathTo('privacyPolicy', locale)} target="_blank">
        {messages.agreePrivacy}
      </a>{' '}
      {messages.agreeAfter}
    </Check>
  )
}
