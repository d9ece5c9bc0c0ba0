import type { Locale } from '#contract/text/locale.ts'
import { interpolate } from '#i18n/interpolate.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { pathTo } from '#i18n/paths.ts'
import { Dialog } from '#ui/Dialog.tsx'

export type WelcomeMessages = Messages['accounts']['welcome'] & Messages['ui']['actions']
type Props = {
  locale: Locale
  messages: WelcomeMessages
  name: string
  isOnTheWay: boolean
  isOpen: boolean
  onClose: () => void
}

/** Greets a listener once after sign-up [SU-6]; closing it continues to the destination. Who came to buy is led nowhere else. */
export function WelcomeDialog({ locale, messages, name, isOnTheWay, isOpen, onClose }: Props) {
  const title = name ? interpolate(messages.welcome, { name }) : messages.welcomeNameless
  return (
    <Dialog title={title} close={messages.close} isOpen={isOpen} onClose={onClose}>
      <p>{isOnTheWay ? messages.welcomeBack : messages.welcomeText}</p>
      <div className="ways">
        {!isOnTheWay && (
          <a className="button" href={pathTo('tryFree', locale)}>
            {messages.welcomeFree}
          </a>
        )}
        <button type="button" className={isOnTheWay ? 'button' : 'button quiet'} data-close>
          {messages.welcomeOn}
        </button>
      </div>
    </Dialog>
  )
}
