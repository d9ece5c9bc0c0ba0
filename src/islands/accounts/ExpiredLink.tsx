import { navigate } from '#client/navigate.ts'
import type { Locale } from '#contract/text.ts'
import { pathTo, type RouteName } from '#i18n/paths.ts'
import { Dialog } from '#ui/Dialog.tsx'

export type ExpiredWords = Record<'link-expired' | 'link-expired-text' | 'to-home' | 'ask-again' | 'close', string>
type Props = { locale: Locale; words: ExpiredWords; again: RouteName }

/** D8: the link has expired; then home. */
export function ExpiredLink({ locale, words, again }: Props) {
  return (
    <Dialog
      title={words['link-expired']}
      close={words.close}
      isOpen
      onClose={() => void navigate(pathTo('home', locale))}
    >
      <p>{words['link-expired-text']}</p>
      <div className="ways">
        <a className="button" href={pathTo(again, locale)}>
          {words['ask-again']}
        </a>
        <button type="button" className="button quiet" data-close>
          {words['to-home']}
        </button>
      </div>
    </Dialog>
  )
}
