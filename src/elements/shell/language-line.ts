import { dismissLanguageLine } from '#stores/shell/language-line.ts'
import { ConnectedElement, define } from '../connected-element.ts'

/** `<language-line>`: the way to the Marathi twin, until it is dismissed once in this browser [SH-4]. */
class LanguageLine extends ConnectedElement {
  protected connect(signal: AbortSignal): void {
    this.onPress('button', signal, () => {
      dismissLanguageLine()
      document.documentElement.classList.remove('suggests-marathi')
    })
  }
}

define('language-line', LanguageLine)
