/** Downloads a text as a file. */
export function saveFile(name: string, type: string, text: string): void {
  saveAsFile(new File([text], name, { type }))
}

/** Downloads a file under its name. */
export function saveAsFile(file: File): void {
  const address = URL.createObjectURL(file)
  const link = Object.assign(document.createElement('a'), { href: address, download: file.name })
  link.dataset['astroReload'] = ''
  link.click()
  // The download has started by the next task; revoking the address earlier would stop it.
  setTimeout(() => URL.revokeObjectURL(address))
}
