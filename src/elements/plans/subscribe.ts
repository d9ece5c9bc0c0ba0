import { buy } from '../cart/buy.ts'

/** "Subscribe Now" of a listener; a guest's is a link to signing in (C2). */
export async function subscribe(button: HTMLElement): Promise<void> {
  if (button.getAttribute('aria-busy') === 'true') return
  const note = button.parentElement?.querySelector<HTMLElement>('[data-note]')
  if (note) note.hidden = true
  // Not disabled: it would lose the focus, which the basket gives back to it.
  button.setAttribute('aria-busy', 'true')
  const fault = await buy(Number(button.dataset['plan']))
  button.setAttribute('aria-busy', 'false')
  if (!fault || !note) return
  // D8 has one sentence for every failure; one that is none of its kind says what it is.
  note.textContent =
    button.closest<HTMLElement>('[data-plans]')?.dataset[fault === 'alreadyInCart' ? 'inCart' : 'failed'] ?? ''
  note.hidden = false
}
