import type { Messages } from '#i18n/namespaces.ts'
import type { FailureMessages } from '#islands/accounts/Failure.tsx'
import type { TermsMessages } from '#islands/accounts/Terms.tsx'
import type { SummaryMessages } from '#islands/orders/OrderSummary.tsx'
import type { Option } from '#ui/Field.tsx'
import type { GreetingLines } from './GreetingCard.tsx'

export type GiftFailureMessages = FailureMessages & Messages['gifts']['failure'] & Messages['accounts']['shared']
export type GiftFormMessages = GiftFailureMessages &
  Messages['gifts']['form'] &
  Messages['gifts']['arrival'] &
  Messages['gifts']['card'] &
  Messages['gifts']['voice'] &
  Messages['form']['names'] &
  Messages['form']['email'] &
  Messages['form']['mobile'] &
  Messages['form']['address'] &
  Messages['form']['counter'] &
  Messages['form']['required'] &
  Messages['format']['tax'] &
  Messages['ui']['actions']
export type GiftSummaryMessages = GiftFailureMessages &
  SummaryMessages &
  TermsMessages &
  Messages['gifts']['summary'] &
  Messages['gifts']['card']
export type OpeningMessages = FailureMessages &
  Messages['gifts']['opening'] &
  Messages['gifts']['redeem'] &
  Messages['ui']['actions']
export type GiftMessages = GiftFormMessages & GiftSummaryMessages

/** A plan that can be given; amounts in paise and cents, `points`: what it opens. */
export type GiftPlan = { variant: number; name: string; days: string; points: string[]; inr: number; usd: number }
export type GiftLists = {
  plans: GiftPlan[]
  countries: (Option & { dial: string })[]
  states: Option[]
  lines: GreetingLines
}
