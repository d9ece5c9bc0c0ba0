import { navigate } from '#client/navigate.ts'
import type { Locale } from '#contract/text/locale.ts'
import { pathTo, type RouteName } from '#i18n/paths.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { withNext } from '#islands/accounts/leave-sign-in.ts'
import { Dialog } from '#ui/Dialog.tsx'

export type LinkMessages = Messages['accounts']['link'] & Messages['ui']['actions']
type Props = { locale: Locale; messages: LinkMessages; again: RouteName }

/** Says that a link has expired; closing it opens the home page. */
export function ExpiredLink({ locale, messages, again }: Props) {
  return (
    <Dialog
      title={messages.linkExpired}
      close={messages.close}
      isOpen
      onClose={() => void navigate(pathTo('home', locale))}
    >
      <p>{messages.linkExpiredText}</p>
      <div className="ways">
        <a className="button" href={withNext(pathTo(again, locale))}>
          {messages.askAgain}
        </a>
        <button type="button" className="button quiet" data-close>
          {messages.toHome}
        </button>
      </div>
    </Dialog>
  )
}
