import { useState } from 'react'
import { copyText } from '#client/copy-text.ts'
import { saveAsFile } from '#client/save-file.ts'
import { alertOffline } from '#stores/offline/offline-alert.ts'
import { pressable } from '#ui/pressable.ts'

type Props = {
  className: string
  label: string
  /** What is said when the link was copied. */
  copied: string
  /** Of the title. */
  name: string
  addressNow: () => string
  /** A picture of the place: it goes along where the device sends files, else it can be saved. */
  picture?: Picture
}
type Picture = { save: string; draw: () => Promise<File | undefined> }

/** The device's own sheet where a finger is used and there is one; whoever closes it has not failed. */
async function shareByDevice(title: string, url: string, picture: Picture | undefined): Promise<boolean> {
  if (!navigator.share || !matchMedia('(pointer: coarse)').matches) return false
  const file = await picture?.draw().catch(() => undefined)
  const files = file && navigator.canShare?.({ files: [file] }) ? { files: [file] } : {}
  return navigator.share({ title, url, ...files }).then(
    () => true,
    (error: unknown) => error instanceof DOMException && error.name === 'AbortError',
  )
}

/** Shares a place, or copies its address; where neither can be, the address is shown. */
export function ShareButton({ className, label, copied, name, addressNow, picture }: Props) {
  const [note, setNote] = useState('')
  const press = async () => {
    const address = addressNow()
    if (await shareByDevice(name, address, picture)) return setNote('')
    setNote((await copyText(address)) ? copied : address)
  }
  return (
    <>
      <button type="button" className={className} onClick={() => void press()}>
        {label}
      </button>
      <span role="status">{note}</span>
      {note && picture && <SavePicture className={className} picture={picture} />}
    </>
  )
}

function SavePicture({ className, picture }: { className: string; picture: Picture }) {
  const [isDrawing, setDrawing] = useState(false)
  const save = async () => {
    setDrawing(true)
    const file = await picture.draw().catch(() => undefined)
    setDrawing(false)
    if (file) saveAsFile(file)
    else alertOffline()
  }
  return (
    <button type="button" className={className} {...pressable(isDrawing, save)}>
      {picture.save}
    </button>
  )
}
