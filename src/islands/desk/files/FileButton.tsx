import { useRef } from 'react'

type Props = {
  label: string
  /** The name, where several buttons have one label. It has the label in it. */
  name?: string | undefined
  onFiles: (files: readonly File[]) => void
  isMany?: boolean
  isFolder?: boolean
  accept?: string
}

/** A button that opens the file chooser of the system. */
export function FileButton({ label, name, onFiles, isMany = false, isFolder = false, accept }: Props) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <button type="button" className="button quiet" aria-label={name} onClick={() => input.current?.click()}>
        {label}
      </button>
      <input
        ref={(element) => {
          input.current = element
          // React knows no attribute for folders.
          if (element) element.webkitdirectory = isFolder
        }}
        type="file"
        hidden
        aria-label={name ?? label}
        multiple={isMany || isFolder}
        accept={accept}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          // The same file may be chosen again.
          target.value = ''
          // A folder brings what the system hides in it.
          onFiles(files.filter((file) => !file.name.startsWith('.')))
        }}
      />
    </>
  )
}
