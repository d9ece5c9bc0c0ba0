import { ConnectedElement, define, opensElsewhere } from '../connected-element.ts'
import '../shell/modal-dialog.ts'

/** `<news-items>` shows the picture of a news item in a dialog [AB-1]; without a script it is a link. */
class NewsItems extends ConnectedElement {
  protected connect(signal: AbortSignal): void {
    this.onPress('article > a', signal, (link, event) => {
      const dialog = this.querySelector('dialog')
      if (!dialog || !(link instanceof HTMLAnchorElement) || opensElsewhere(event)) return
      event.preventDefault()
      show(dialog, link.closest('article')?.querySelector('h3')?.textContent ?? '', link.href)
    })
  }
}

function show(dialog: HTMLDialogElement, name: string, address: string): void {
  const heading = Object.assign(document.createElement('h2'), { textContent: name })
  const picture = Object.assign(document.createElement('img'), { src: address, alt: '', width: 1024, height: 640 })
  for (const old of dialog.querySelectorAll('h2, img')) old.remove()
  dialog.prepend(heading, picture)
  dialog.ariaLabel = name
  dialog.showModal()
}

define('news-items', NewsItems)
