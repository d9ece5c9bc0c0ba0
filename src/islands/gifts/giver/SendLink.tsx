import { useState } from 'react'
import { copyText } from '#client/copy-text.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { pathTo } from '#i18n/paths.ts'
import type { GivenProps } from './GivenGift.tsx'

/** The link of a gift: copied, by WhatsApp, or by whatever the device has. */
export function SendLink({ name, code, locale, messages }: GivenProps & { code: string }) {
  const [note, setNote] = useState('')
  const canShare = 'share' in navigator
  const address = `${location.origin}${pathTo('redeemGift', locale)}#${code}`
  const text = interpolate(messages.linkText, { name })
  const copy = async () => setNote((await copyText(address)) ? messages.copied : messages.notCopied)
  return (
    <div className="send-link">
      <h3>{messages.linkHeading}</h3>
      <p className="soft">{messages.linkHint}</p>
      <p className="gift-link" translate="no">
        <a href={address}>{address}</a>
      </p>
      <p className="ways">
        <button type="button" className="button quiet" onClick={() => void copy()}>
          {messages.copy}
        </button>
        <a
          className="button quiet"
          href={`https://wa.me/?text=${encodeURIComponent(`${text} ${address}`)}`}
          rel="noopener noreferrer"
          target="_blank"
        >
          {messages.whatsApp}
        </a>
        {canShare && (
          <button
            type="button"
            className="button quiet"
            // Whoever closes the sheet has changed their mind.
            onClick={() => void navigator.share({ text, url: address }).catch(() => undefined)}
          >
            {messages.share}
          </button>
        )}
      </p>
      <p role="status">{note}</p>
    </div>
  )
}
