import type { Notification } from '#contract/notifications.ts'
import type { Locale } from '#contract/text/locale.ts'
import { localeOfName, nameIn, nameOrEnglish } from '#contract/text/translation.ts'
import { interpolate } from '#i18n/interpolate.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { ordinalDate } from '#i18n/ordinal-date.ts'
import { titlePath } from '#i18n/paths.ts'
import { closeNotifications } from '#stores/notifications/notifications.ts'

type Props = { locale: Locale; messages: Messages['notifications']['dialog']; note: Notification; isFresh: boolean }

/** Shown in the language of the page, or in the one that exists. */
export function NotificationItem({ locale, messages, note, isFresh }: Props) {
  const textLocale = localeOfName({ name: note.title, custom_translation: note.custom_translation }, locale)
  const text = note.custom_translation[textLocale]
  return (
    <li className="note" tabIndex={-1} data-unread={isFresh ? '' : undefined}>
      <p className="kind">
        {messages.kindNames[note.notification_type]}
        <span aria-hidden="true"> · </span>
        <time dateTime={note.date_created}>{ordinalDate(note.date_created, locale)}</time>
        {isFresh && <span className="fresh">{messages.unread}</span>}
      </p>
      <h3 lang={textLocale}>{text?.name ?? note.title}</h3>
      <p lang={textLocale}>{text?.description ?? note.body}</p>
      <TitleLink {...{ locale, messages, note }} />
    </li>
  )
}

/** Links to the title in a language that it exists in; `track` starts that track. */
function TitleLink({ locale, messages, note }: Omit<Props, 'isFresh'>) {
  const [title] = note.product
  const [track] = note.track
  if (!title) return null
  const tree = nameIn(title, locale) ? locale : localeOfName(title, locale)
  const name = track ? nameOrEnglish({ ...track, name: track.title }, locale) : nameOrEnglish(title, locale)
  return (
    <a href={titlePath(tree, title, track?.id)} onClick={closeNotifications}>
      {interpolate(messages[track ? 'listen' : 'open'], { title: name })}
    </a>
  )
}
