import { countryName } from '#contract/fields/countries.ts'
import type { Locale } from '#contract/text/locale.ts'
import { formatDateTime } from '#i18n/format-date-time.ts'
import { interpolate } from '#i18n/interpolate.ts'
import type { ProfileMessages } from '#islands/accounts/profile/profile-messages.ts'
import { useFocusAfterRemoval } from '#ui/use-focus-after-removal.ts'
import { endOthers, endSession, type OwnSession } from '#stores/accounts/security/own-security.ts'

type Props = { locale: Locale; messages: ProfileMessages; sessions: readonly OwnSession[] }

/** In the time zone of the browser: the listener compares it with their own day. */
function momentOf(iso: string, locale: Locale): string {
  const { day, time } = formatDateTime(Date.parse(iso), locale)
  return `${day}, ${time}`
}

export function Sessions({ locale, messages, sessions }: Props) {
  const heading = useFocusAfterRemoval<HTMLHeadingElement>(sessions.length)
  return (
    <section aria-labelledby="security-sessions">
      <h3 id="security-sessions" tabIndex={-1} ref={heading}>
        {messages.sessionsTitle}
      </h3>
      <ul role="list" className="lines">
        {sessions.map((session) => (
          <Session key={session.id} {...{ locale, messages, session }} />
        ))}
      </ul>
      {sessions.length > 1 ? (
        <button type="button" className="button quiet" onClick={() => void endOthers()}>
          {messages.sessionEndOthers}
        </button>
      ) : (
        <p className="soft">{messages.sessionsAlone}</p>
      )}
    </section>
  )
}

function Session({ locale, messages, session }: Omit<Props, 'sessions'> & { session: OwnSession }) {
  const { id, browser, country, created_at, used_at, is_this } = session
  const from = momentOf(created_at, locale)
  const name = browser || messages.browserUnknown
  return (
    <li>
      <p>
        <strong>{name}</strong>
        {country && <span> · {countryName(country, locale)}</span>}
        <br />
        <span className="soft">{interpolate(messages.sessionSince, { from, used: momentOf(used_at, locale) })}</span>
      </p>
      {is_this ? (
        <p className="acts">{messages.sessionThis}</p>
      ) : (
        <p className="acts">
          <button
            type="button"
            className="link"
            aria-label={`${messages.sessionEnd}: ${name}, ${from}`}
            onClick={() => void endSession(id)}
          >
            {messages.sessionEnd}
          </button>
        </p>
      )}
    </li>
  )
}
