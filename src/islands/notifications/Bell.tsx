import { useStore } from '@nanostores/react'
import type { Locale } from '#contract/text/locale.ts'
import { interpolate } from '#i18n/interpolate.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { digits } from '#i18n/format.ts'
import { $unread, openNotifications } from '#stores/notifications/notifications.ts'

const MOST_SHOWN = 99
const ZERO = () => 0

/** Opens the notifications and shows the number of unread ones [PR-1]. */
export function Bell({ locale, messages }: { locale: Locale; messages: Messages['notifications']['dialog'] }) {
  const unread = useStore($unread, { ssr: ZERO })
  const shown = unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread
  const label = unread > 0 ? interpolate(messages.bellUnread, { count: digits(unread, locale) }) : messages.bell
  return (
    <button
      type="button"
      className="bell"
      aria-haspopup="dialog"
      aria-label={label}
      onClick={() => void openNotifications()}
    >
      <svg width="26" height="26" viewBox="0 0 24 24" aria-hidden="true">
        <use href="/icons.svg#bell" />
      </svg>
      {unread > 0 && (
        <span className="unread" aria-hidden="true">
          {digits(shown, locale)}
        </span>
      )}
    </button>
  )
}
