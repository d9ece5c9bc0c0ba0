import { EDITIONS, type Edition } from '#contract/listening/editions.ts'
import { megabytesOf } from '#contract/offline/megabytes.ts'
import { digits } from '#i18n/format.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { loadMessages } from '#i18n/load-messages.ts'
import type { Messages } from '#i18n/namespaces.ts'
import type { Offer } from '#stores/offline/offline-copies.ts'
import { pageLocale } from '../page-locale.ts'
import sheet from './offline-choice.css?url'

/**
 * Asks which edition to save, with what each weighs (`ofWhole`: in words for a whole title); light unless the listener chooses. Where there
 * is one only, nothing is asked. Undefined: nothing is saved.
 */
export async function askEdition(
  name: string,
  { bytes }: Offer,
  ofWhole: { size?: string } = {},
): Promise<Edition | undefined> {
  const offered = EDITIONS.filter((edition) => bytes[edition] !== undefined)
  if (offered.length < 2) return offered[0]
  const [loaded, ui] = await Promise.all([loadMessages(pageLocale(), 'dialogs'), loadStyle()])
  const messages = { ...loaded, ...ofWhole }
  const dialog = build(name, bytes, messages)
  ui.append(dialog)
  dialog.showModal()
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      ui.remove()
      resolve(EDITIONS.find((one) => one === dialog.returnValue))
    })
  })
}

/** In the place of the dialog: the router takes styles out of the head of the page. */
function loadStyle(): Promise<HTMLElement> {
  const place = document.createElement('div')
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: sheet })
  place.append(link)
  document.body.append(place)
  return new Promise((resolve) => {
    for (const end of ['load', 'error']) link.addEventListener(end, () => resolve(place))
  })
}

function build(name: string, bytes: Offer['bytes'], messages: Messages['dialogs']): HTMLDialogElement {
  const dialog = make('dialog', { className: 'modal' })
  const heading = make('h2', { id: 'offline-choice', textContent: interpolate(messages.keep, { title: name }) })
  dialog.setAttribute('aria-labelledby', heading.id)
  const form = make('form', { method: 'dialog', className: 'inner' })
  const choices = EDITIONS.toReversed().flatMap((edition) => choiceOf(edition, bytes[edition], messages))
  const group = make('fieldset', {})
  group.append(make('legend', { textContent: messages.edition }), ...choices)
  const keep = make('button', { type: 'submit', className: 'button', textContent: messages.keepNow })
  const cancel = make('button', { type: 'button', className: 'button quiet', textContent: messages.cancel })
  const buttons = make('div', { className: 'ways' })
  buttons.append(keep, cancel)
  form.append(heading, make('p', { textContent: messages.keepText }), group, buttons)
  dialog.append(form)
  const [first] = group.querySelectorAll('input')
  if (first) first.checked = true
  cancel.addEventListener('click', () => dialog.close())
  dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close())
  form.addEventListener('submit', () => (keep.value = String(new FormData(form).get('edition'))))
  return dialog
}

function choiceOf(edition: Edition, bytes: number | undefined, messages: Messages['dialogs']): HTMLElement[] {
  if (bytes === undefined) return []
  const label = make('label', {})
  const text = make('span', { textContent: messages[edition] })
  text.append(
    make('small', { textContent: interpolate(messages.size, { size: digits(megabytesOf(bytes), pageLocale()) }) }),
  )
  label.append(make('input', { type: 'radio', name: 'edition', value: edition }), text)
  return [label]
}

const make = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
): HTMLElementTagNameMap[Name] => Object.assign(document.createElement(name), properties)
