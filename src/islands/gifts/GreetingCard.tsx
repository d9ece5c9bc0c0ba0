import type { ReactNode } from 'react'
import type { Locale } from '#contract/text/locale.ts'
import type { Messages } from '#i18n/namespaces.ts'

export type Occasion = keyof Messages['gifts']['card']['lines']
/** The greetings of both languages. */
export type GreetingLines = Record<Locale, Messages['gifts']['card']['lines']>
type Props = { occasion: Occasion; lines: GreetingLines; children?: ReactNode }

/** A card with the same greeting in both scripts. */
export function GreetingCard({ occasion, lines, children }: Props) {
  return (
    <div className="greeting" data-occasion={occasion}>
      <p className="greeting-line" lang="mr">
        {lines.mr[occasion]}
      </p>
      <p className="greeting-line" lang="en">
        {lines.en[occasion]}
      </p>
      {children}
    </div>
  )
}
