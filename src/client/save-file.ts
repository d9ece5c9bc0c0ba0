/** Downloads a text as a file. */
export function saveFile(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }))
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  link.dataset['astroReload'] = ''
  link.click()
  // The download has started by the next task; revoking the address earlier would stop it.
  setTimeout(() => URL.revokeObjectURL(address))
}
