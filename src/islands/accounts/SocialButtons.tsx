import { useEffect, useState } from 'react'
import type { Messages } from '#i18n/namespaces.ts'
import { goToProvider, type Provider } from '#stores/accounts/social-sign-in.ts'

export type SocialMessages = Messages['accounts']['social']
type Props = { messages: SocialMessages; providers: readonly Provider[] }

/** Sign-in by Google or Facebook. It redirects the whole page, because browsers may block popups. */
export function SocialButtons({ messages, providers }: Props) {
  const [leaving, setLeaving] = useState<Provider>()

  // The back button may restore this page from the back/forward cache in its busy state.
  useEffect(() => {
    const stay = () => setLeaving(undefined)
    window.addEventListener('pageshow', stay)
    return () => window.removeEventListener('pageshow', stay)
  }, [])

  async function go(provider: Provider) {
    if (leaving) return
    setLeaving(provider)
    if (!(await goToProvider(provider))) setLeaving(undefined)
  }

  return (
    <div className="social">
      {providers.map((provider) => (
        <button
          key={provider}
          type="button"
          className="button quiet"
          aria-disabled={leaving !== undefined}
          onClick={() => void go(provider)}
        >
          <svg width="22" height="22" viewBox="0 0 24 24" aria-hidden="true">
            <use href={`/icons.svg#${provider}`} />
          </svg>
          {leaving === provider ? messages.leaving : messages.providers[provider]}
        </button>
      ))}
    </div>
  )
}
