import type { Locale } from '#contract/text/locale.ts'
import type { Messages } from '#i18n/namespaces.ts'
import type { FailureMessages } from '#islands/accounts/Failure.tsx'
import type { LinkMessages } from '#islands/accounts/mail-link/ExpiredLink.tsx'
import type { PasswordMessages } from '#islands/accounts/password/PasswordPair.tsx'
import type { TermsMessages } from '#islands/accounts/Terms.tsx'
import type { TextFaultMessages } from '#islands/forms/fault-text.ts'
import type { FormState } from '#islands/forms/use-form.ts'
import type { signUpForm } from '#stores/accounts/sign-up.ts'
import type { Option } from '#ui/Field.tsx'

type SignUpMessages = FailureMessages &
  LinkMessages &
  PasswordMessages &
  TermsMessages &
  Messages['accounts']['signUp'] &
  Messages['form']['email'] &
  Messages['form']['names'] &
  Messages['form']['mobile'] &
  Messages['form']['address']
/** `countries`: with what is dialled before their numbers. */
export type SignUpProps = {
  locale: Locale
  messages: SignUpMessages
  faultMessages: TextFaultMessages
  countries: (Option & { dial: string })[]
  states: Option[]
}
/** What is typed, and its faults. */
export type SignUpState = Pick<FormState<typeof signUpForm.empty>, 'values' | 'faults'>
