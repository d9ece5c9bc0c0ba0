/** A course's own part of its page (AC-1, AC-2); a guest fetches nothing more. */
const isGuest = () => !('signedIn' in document.documentElement.dataset)
const life = () => import('./course-progress.ts')

async function press(button: HTMLElement): Promise<void> {
  if (isGuest()) return document.querySelector<HTMLDialogElement>('#exercise-first')?.showModal()
  const failure = document.querySelector<HTMLElement>('[data-exercise-failed]')
  if (failure) failure.hidden = true
  button.setAttribute('aria-busy', 'true')
  const isOpen = await life()
    .then(({ showExercise }) => showExercise(Number(button.dataset['exercise'])))
    .catch(() => false)
  button.setAttribute('aria-busy', 'false')
  if (failure) failure.hidden = isOpen
}

document.addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-exercise]') : null
  if (button && button.getAttribute('aria-busy') !== 'true') void press(button)
})
document.addEventListener('astro:page-load', () => {
  if (document.querySelector('[data-circle]') && !isGuest())
    void life()
      .then(({ showCourse }) => showCourse())
      .catch(() => undefined)
})
