import { useStore } from '@nanostores/react'
import { brand } from '#brand/brand.ts'
import { $download, downloadData, type Download } from '#stores/privacy/personal-data.ts'
import { showProfile } from '#stores/accounts/profile.ts'
import type { ProfileWords } from './words.ts'

const IDLE = (): Download => 'idle'
const SAID = {
  loading: 'downloading',
  done: 'downloaded',
  failed: 'download-failed',
  tooMany: 'download-often',
} as const

/** Taking everything along, and leaving (PR-5). */
export function YourData({ words }: { words: ProfileWords }) {
  const download = useStore($download, { ssr: IDLE })
  return (
    <details className="your-data">
      <summary>{words['your-data']}</summary>
      <p className="soft">{words['your-data-lead']}</p>
      <div className="ways">
        <button
          type="button"
          className="button quiet"
          aria-disabled={download === 'loading'}
          onClick={() => void downloadData(brand.slug)}
        >
          {words.download}
        </button>
        <button type="button" className="button quiet" onClick={() => showProfile('delete')}>
          {words.delete}
        </button>
      </div>
      <p role="status" className={download === 'failed' || download === 'tooMany' ? 'fault' : undefined}>
        {download !== 'idle' && words[SAID[download]]}
      </p>
    </details>
  )
}
