import { useState } from 'react'
import { copyText } from '#client/copy-text.ts'

type Props = {
  className: string
  label: string
  /** What is said when the link was copied. */
  copied: string
  /** Of the title. */
  name: string
  addressNow: () => string
}

/** The device's own sheet where a finger is used and there is one; whoever closes it has not failed. */
async function shareByDevice(title: string, url: string): Promise<boolean> {
  if (!navigator.share || !matchMedia('(pointer: coarse)').matches) return false
  return navigator.share({ title, url }).then(
    () => true,
    (error: unknown) => error instanceof DOMException && error.name === 'AbortError',
  )
}

/** Shares a place, or copies its address; where neither can be, the address is shown. */
export function ShareButton({ className, label, copied, name, addressNow }: Props) {
  const [note, setNote] = useState('')
  const press = async () => {
    const address = addressNow()
    if (await shareByDevice(name, address)) return setNote('')
    setNote((await copyText(address)) ? copied : address)
  }
  return (
    <>
      <button type="button" className={className} onClick={() => void press()}>
        {label}
      </button>
      <span role="status">{note}</span>
    </>
  )
}
