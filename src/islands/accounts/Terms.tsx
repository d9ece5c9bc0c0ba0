import type { Locale } from '#contract/text.ts'
import { pathTo } from '#i18n/paths.ts'
import { Check } from '#ui/Check.tsx'

export type TermsWords = Record<
  'agree-before' | 'agree-terms' | 'agree-and' | 'agree-privacy' | 'agree-after' | 'agree',
  string
>
type Props = {
  locale: Locale
  words: TermsWords
  isChecked: boolean
  isFaulty: boolean
  onChange: (isChecked: boolean) => void
}

/** The box without which no account is made. Both texts open beside the form, so that nothing typed is lost. */
export function Terms({ locale, words, isChecked, isFaulty, onChange }: Props) {
  return (
    <Check name="terms" isRequired isChecked={isChecked} fault={isFaulty ? words.agree : undefined} onChange={onChange}>
      {words['agree-before']}{' '}
      <a href={pathTo('termsOfService', locale)} target="_blank">
        {words['agree-terms']}
      </a>{' '}
      {words['agree-and']}{' '}
      <a href={pathTo('privacyPolicy', locale)} target="_blank">
        {words['agree-privacy']}
      </a>{' '}
      {words['agree-after']}
    </Check>
  )
}
