import type { FailureWords } from '#islands/accounts/Failure.tsx'
import type { TermsWords } from '#islands/accounts/Terms.tsx'
import type { SummaryWords } from '#islands/orders/OrderSummary.tsx'
import type { Option } from '#ui/Field.tsx'

/** What the form of gifts says. */
export type GiftFormWords = FailureWords &
  Record<
    | 'form'
    | 'what'
    | 'plan'
    | 'single'
    | 'with-tax'
    | 'no-title'
    | 'title-loading'
    | 'title-failed'
    | 'title-unsold'
    | 'try-again'
    | 'recipient'
    | 'recipient-hint'
    | 'sender'
    | 'sender-hint'
    | 'sender-sign-in'
    | 'sender-profile'
    | 'sender-change'
    | 'first_name'
    | 'last_name'
    | 'email'
    | 'country'
    | 'state'
    | 'choose'
    | 'mobile'
    | 'mobile-hint'
    | 'message'
    | 'message-hint'
    | 'characters-left'
    | 'go-on'
    | 'preparing'
    | 'cancel'
    | 'required'
    | 'name-fault'
    | 'enter-email'
    | 'email-long'
    | 'message-long'
    | 'mobile-fault'
    | 'choose-gift'
    | 'other'
    | 'cancelled'
    | 'pending'
    | 'to-order',
    string
  > &
  GiftFaultWords
/** Codes of the calls, with what can be done about them. */
export type GiftFaultWords = FailureWords &
  Record<
    | 'profileIncomplete'
    | 'to-profile'
    | 'signedOut'
    | 'notForSale'
    | 'changed'
    | 'alreadyPaid'
    | 'notPayable'
    | 'gateway'
    | 'gone'
    | 'sign-in',
    string
  >
/** What its summary says besides that of the cart. */
export type GiftSummaryWords = SummaryWords &
  TermsWords &
  GiftFaultWords &
  Record<
    'summary-heading' | 'for' | 'from' | 'your-words' | 'change' | 'cancel-gift' | 'cancelling' | 'pay' | 'paying',
    string
  >
export type GiftWords = GiftFormWords & GiftSummaryWords

/** A plan that can be given; amounts in paise and cents. */
export type GiftPlan = { variant: number; name: string; days: string; inr: number; usd: number }
export type GiftLists = { plans: GiftPlan[]; countries: (Option & { dial: string })[]; states: Option[] }
