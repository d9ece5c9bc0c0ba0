import { useState } from 'react'
import { deskFault, useDesk } from '#islands/desk/desk-context.tsx'
import { FileButton } from '#islands/desk/files/FileButton.tsx'
import { saveLogo } from '#stores/desk/shop/settings.ts'
import { showToast } from '#stores/desk/toasts.ts'
import type { SettingMessages } from './Settings.tsx'

type Props = { messages: SettingMessages; version: number; logo: string | null }

/** The logo: a drawing or a PNG, from which all icons are made. */
export function LogoForm({ messages, version, logo }: Props) {
  const { messages: shared } = useDesk()
  const [fault, setFault] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const save = async (file: File | undefined) => {
    setBusy(true)
    const result = await saveLogo(file, version)
    setBusy(false)
    setFault('fault' in result ? result.fault : undefined)
    if ('saved' in result) showToast(messages.savedLook)
  }
  const faults: Record<string, string> = messages.faults
  // As a picture it runs no script, whatever it holds.
  const address = logo ? `data:image/svg+xml,${encodeURIComponent(logo)}` : '/favicon.svg'
  return (
    <div className="desk-panel">
      <img src={address} alt={messages.logoNow} className="desk-logo" />
      <div className="field">
        <div className="desk-buttons" aria-busy={isBusy}>
          <FileButton
            label={messages.logoFile}
            onFiles={([file]) => file && void save(file)}
            accept=".svg,.png,image/svg+xml,image/png"
          />
        </div>
        <p className="hint">{messages.logoHint}</p>
        {fault && (
          <p className="fault" role="alert">
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
