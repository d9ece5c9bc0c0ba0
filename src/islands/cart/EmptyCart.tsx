import type { Locale } from '#contract/text.ts'
import { pathTo } from '#i18n/paths.ts'

export type EmptyWords = Record<'empty' | 'empty-text' | 'to-browse' | 'to-plans', string>

export function EmptyBasket({ locale, words }: { locale: Locale; words: EmptyWords }) {
  return (
    <section className="summary" aria-labelledby="empty-basket">
      <h2 id="empty-basket">{words.empty}</h2>
      <p className="soft">{words['empty-text']}</p>
      <p className="ways">
        <a className="button quiet" href={pathTo('browse', locale)}>
          {words['to-browse']}
        </a>
        <a className="button quiet" href={pathTo('subscribe', locale)}>
          {words['to-plans']}
        </a>
      </p>
    </section>
  )
}
