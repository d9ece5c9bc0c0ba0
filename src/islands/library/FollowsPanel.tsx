import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import type { Follow } from '#contract/library/follows.ts'
import type { Locale } from '#contract/text/locale.ts'
import { nameOrEnglish } from '#contract/text/translation.ts'
import type { ProfileMessages } from '#islands/accounts/profile/profile-messages.ts'
import { $follows, changeWeeklyNews, follow, loadFollows, type Follows } from '#stores/library/follows.ts'
import { showProfile } from '#stores/accounts/profile.ts'
import { useFocusAfterRemoval } from '#ui/use-focus-after-removal.ts'
import { keepFocusOf } from '#ui/keep-focus.ts'
import { followPath } from './follow-path.ts'

type Props = { locale: Locale; messages: ProfileMessages }

const LOADING: Follows = { state: 'loading' }

/** People, serials and series that the listener follows, and the mail about them: a part of the profile dialog. */
export function FollowsPanel({ locale, messages }: Props) {
  const known = useStore($follows, { ssr: () => LOADING })
  useEffect(() => void loadFollows(), [])
  return (
    <div className="security">
      {known.state === 'loading' && <p role="status">{messages.followsLoading}</p>}
      {known.state === 'failed' && (
        <p role="alert" className="failure">
          {messages.followsFailed}{' '}
          <button ref={keepFocusOf} type="button" className="link" onClick={() => void loadFollows()}>
            {messages.tryAgain}
          </button>
        </p>
      )}
      {known.state === 'ready' && (
        <>
          <WeeklyNews messages={messages} isWanted={known.isWeekly} hasAddress={known.hasAddress} />
          <FollowedList {...{ locale, messages }} follows={known.follows} />
        </>
      )}
      <div className="ways">
        <button type="button" className="button quiet" onClick={() => showProfile('view')}>
          {messages.back}
        </button>
      </div>
    </div>
  )
}

function FollowedList({ locale, messages, follows }: Props & { follows: readonly Follow[] }) {
  const list = useFocusAfterRemoval<HTMLDivElement>(follows.length)
  return (
    <div tabIndex={-1} ref={list}>
      {follows.length === 0 ? (
        <p>{messages.followsNone}</p>
      ) : (
        <ul role="list" className="lines">
          {follows.map((one) => (
            <Followed key={`${one.kind}${one.id}`} {...{ locale, messages, one }} />
          ))}
        </ul>
      )}
    </div>
  )
}

function Followed({ locale, messages, one }: Props & { one: Follow }) {
  const [isFailed, setFailed] = useState(false)
  const name = nameOrEnglish(one, locale)
  const drop = () => {
    setFailed(false)
    void follow(one, false).then((fault) => setFailed(fault !== undefined))
  }
  return (
    <li>
      <p>
        <a href={followPath(one, locale)}>{name}</a>
      </p>
      <button type="button" className="link" aria-label={`${messages.followEnd}: ${name}`} onClick={drop}>
        {messages.followEnd}
      </button>
      {isFailed && (
        <p role="alert" className="fault">
          {messages.followFailed}
        </p>
      )}
    </li>
  )
}

type WeeklyProps = Pick<Props, 'messages'> & { isWanted: boolean; hasAddress: boolean }

/** Saved at once. */
function WeeklyNews({ messages, isWanted, hasAddress }: WeeklyProps) {
  const [isFailed, setFailed] = useState(false)
  const change = (wanted: boolean) => {
    setFailed(false)
    void changeWeeklyNews(wanted).then((fault) => setFailed(fault !== undefined))
  }
  if (!hasAddress) return <p className="soft">{messages.weeklyNoAddress}</p>
  return (
    <div className="check">
      <label>
        <input
          type="checkbox"
          role="switch"
          aria-checked={isWanted}
          className="switch"
          checked={isWanted}
          onChange={(event) => change(event.target.checked)}
        />
        <span>{messages.weekly}</span>
      </label>
      {isFailed && (
        <p role="alert" className="fault">
          {messages.followFailed}
        </p>
      )}
    </div>
  )
}
