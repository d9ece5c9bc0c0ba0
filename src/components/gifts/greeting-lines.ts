import { messageGroup } from '#i18n/messages.ts'
import type { GreetingLines } from '#islands/gifts/GreetingCard.tsx'

/** A card says the same in both languages, whatever the page speaks. */
export const greetingLines = (): GreetingLines => ({
  en: messageGroup('en', 'gifts.card').lines,
  mr: messageGroup('mr', 'gifts.card').lines,
})
