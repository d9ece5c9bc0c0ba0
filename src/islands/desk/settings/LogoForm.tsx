import { useId, useState } from 'react'
import { deskFault, useDesk } from '#islands/desk/desk-context.tsx'
import { saveLogo } from '#stores/desk/shop/settings.ts'
import { showToast } from '#stores/desk/toasts.ts'
import type { SettingMessages } from './Settings.tsx'

type Props = { messages: SettingMessages; version: number; logo: string | null }

/** The logo: a drawing or a PNG, from which all icons are made. */
export function LogoForm({ messages, version, logo }: Props) {
  const id = useId()
  const { messages: shared } = useDesk()
  const [fault, setFault] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const save = async (file: File | undefined) => {
    setBusy(true)
    const failed = await saveLogo(file, version)
    setBusy(false)
    setFault(failed?.fault)
    if (!failed) showToast(messages.savedLook)
  }
  const faults: Record<string, string> = messages.faults
  // As a picture it runs no script, whatever it holds.
  const address = logo ? `data:image/svg+xml,${encodeURIComponent(logo)}` : '/favicon.svg'
  return (
    <div className="desk-panel">
      <img src={address} alt={messages.logoNow} className="desk-logo" />
      <div className="field">
        <label htmlFor={id}>{messages.logoFile}</label>
        <LogoFile {...{ id, isBusy }} isFaulty={fault !== undefined} onFile={(file) => void save(file)} />
        <p id={`${id}hint`} className="hint">
          {messages.logoHint}
        </p>
        {fault && (
          <p id={`${id}fault`} className="fault" role="alert">
            {faults[fault] ?? deskFault(shared, fault)}
          </p>
        )}
      </div>
      {logo && (
        <button type="button" className="link" onClick={() => void save(undefined)}>
          {messages.logoDefault}
        </button>
      )}
    </div>
  )
}

type FileProps = { id: string; isBusy: boolean; isFaulty: boolean; onFile: (file: File) => void }

function LogoFile({ id, isBusy, isFaulty, onFile }: FileProps) {
  return (
    <input
      id={id}
      type="file"
      accept=".svg,.png,image/svg+xml,image/png"
      aria-busy={isBusy}
      aria-invalid={isFaulty || undefined}
      aria-describedby={`${id}hint${isFaulty ? ` ${id}fault` : ''}`}
      onChange={({ target }) => {
        const file = target.files?.[0]
        if (file) onFile(file)
        target.value = ''
      }}
    />
  )
}
