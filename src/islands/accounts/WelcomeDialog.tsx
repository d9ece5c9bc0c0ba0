import type { Locale } from '#contract/text.ts'
import { fill } from '#i18n/interpolate.ts'
import { pathTo } from '#i18n/paths.ts'
import { Dialog } from '#ui/Dialog.tsx'

export type WelcomeWords = Record<
  'welcome' | 'welcome-nameless' | 'welcome-text' | 'welcome-free' | 'welcome-on' | 'close',
  string
>
type Props = { locale: Locale; words: WelcomeWords; name: string; isOpen: boolean; onClose: () => void }

/** Greets a listener once, after the first sign-up (SU-6); closing it goes on. */
export function WelcomeDialog({ locale, words, name, isOpen, onClose }: Props) {
  const title = name ? fill(words.welcome, { name }) : words['welcome-nameless']
  return (
    <Dialog title={title} close={words.close} isOpen={isOpen} onClose={onClose}>
      <p>{words['welcome-text']}</p>
      <div className="ways">
        <a className="button" href={pathTo('tryFree', locale)}>
          {words['welcome-free']}
        </a>
        <button type="button" className="button quiet" data-close>
          {words['welcome-on']}
        </button>
      </div>
    </Dialog>
  )
}
