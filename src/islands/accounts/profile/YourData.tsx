import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { slug } from '#brand/brand.ts'
import type { Locale } from '#contract/text/locale.ts'
import { pathTo } from '#i18n/paths.ts'
import { $download, downloadData, forgetDownload, type Download } from '#stores/privacy/personal-data.ts'
import { showProfile } from '#stores/accounts/profile.ts'
import type { ProfileMessages } from './profile-messages.ts'

const IDLE = (): Download => 'idle'
const STATUS_KEYS = {
  loading: 'downloading',
  done: 'downloaded',
  failed: 'downloadFailed',
  tooMany: 'downloadOften',
} as const

/** Export of personal data and erasure of the account [PR-5]. */
export function YourData({ locale, messages }: { locale: Locale; messages: ProfileMessages }) {
  const download = useStore($download, { ssr: IDLE })
  useEffect(() => forgetDownload, [])
  return (
    <details className="your-data">
      <summary>{messages.yourData}</summary>
      <p className="soft">{messages.yourDataLead}</p>
      <div className="ways">
        <button
          type="button"
          className="button quiet"
          aria-disabled={download === 'loading'}
          onClick={() => void downloadData(slug)}
        >
          {messages.download}
        </button>
        <button type="button" className="button quiet" onClick={() => showProfile('delete')}>
          {messages.delete}
        </button>
        <a className="button quiet" href={pathTo('privacyChoices', locale)}>
          {messages.privacyChoices}
        </a>
      </div>
      <p role="status" className={download === 'failed' || download === 'tooMany' ? 'fault' : undefined}>
        {download !== 'idle' && messages[STATUS_KEYS[download]]}
      </p>
    </details>
  )
}
