import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { Locale } from '#contract/text/locale.ts'
import { localeOfName, nameOrEnglish } from '#contract/text/translation.ts'
import { $follows, loadFollows, type Follows } from '#stores/library/follows.ts'
import { showProfile } from '#stores/accounts/profile.ts'
import { followPath } from './follow-path.ts'
import type { LibraryMessages } from './library-messages.ts'

const LOADING: Follows = { state: 'loading' }

/** What the listener follows, below what is theirs; the profile changes it. */
export function Followed({ locale, messages }: { locale: Locale; messages: LibraryMessages }) {
  const known = useStore($follows, { ssr: () => LOADING })
  useEffect(() => void loadFollows(), [])
  if (known.state !== 'ready' || known.follows.length === 0) return null
  return (
    <section className="followed" aria-labelledby="followed">
      <h2 id="followed">{messages.followsTitle}</h2>
      <ul role="list">
        {known.follows.map((one) => (
          <li key={`${one.kind}${one.id}`}>
            <a className="chip" href={followPath(one, locale)} lang={localeOfName(one, locale)}>
              {nameOrEnglish(one, locale)}
            </a>
          </li>
        ))}
      </ul>
      <button type="button" className="button quiet" aria-haspopup="dialog" onClick={() => showProfile('follows')}>
        {messages.followsChange}
      </button>
    </section>
  )
}
