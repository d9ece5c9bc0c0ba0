/** Hands a text to the browser's downloads. */
export function saveFile(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }))
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  link.dataset['astroReload'] = ''
  link.click()
  // A turn later: the download has begun by then.
  setTimeout(() => URL.revokeObjectURL(address))
}
