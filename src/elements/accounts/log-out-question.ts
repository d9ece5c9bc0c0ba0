import { loadMessages } from '#i18n/load-messages.ts'
import { pageLocale } from '../page-locale.ts'

export type Loss = 'titles' | 'marks'

/** Asks in the place of the page whether to log out all the same. */
export async function askToLogOut(page: HTMLElement, losses: readonly Loss[]): Promise<boolean> {
  const messages = await loadMessages(pageLocale(), 'offlineTitles')
  const texts = messages.logOut
  const heading = document.querySelector<HTMLElement>('h1')
  const before = heading?.textContent ?? ''
  if (heading) {
    heading.textContent = texts.heading
    heading.tabIndex = -1
  }
  const list = document.createElement('ul')
  list.append(...losses.map((loss) => Object.assign(document.createElement('li'), { textContent: texts[loss] })))
  const [leave, stay] = [buttonOf(texts.leave, 'button'), buttonOf(texts.stay, 'button quiet')]
  const line = document.createElement('p')
  line.append(leave, ' ', stay)
  const box = document.createElement('div')
  box.className = 'wrap prose'
  box.append(list, line)
  page.replaceChildren(box)
  heading?.focus()
  return new Promise((resolve) => {
    stay.addEventListener('click', () => resolve(false))
    leave.addEventListener('click', () => {
      page.replaceChildren()
      if (heading) heading.textContent = before
      resolve(true)
    })
  })
}

const buttonOf = (textContent: string, className: string): HTMLButtonElement =>
  Object.assign(document.createElement('button'), { type: 'button', textContent, className })
