import { is } from 'superstruct'
import { RadioChoice } from '#contract/listening/radio.ts'
import { $radioChoice } from '#stores/listening/radio/memory.ts'
import { chooseRadio } from '#stores/listening/radio/radio.ts'
import { untilAborted } from '../../connected-element.ts'

/** Titles for children and courses have shelves of their own and none of these genres. */
const WITHOUT_GENRES: readonly string[] = ['kids', 'languagelab']

/** Shows what was chosen, here or in another tab, and stores what is. */
export function followChoice(root: HTMLElement, signal: AbortSignal): void {
  const form = root.querySelector<HTMLElement>('.choice')
  if (!form) return
  const early = earlyChoice(form)
  if (early) chooseRadio(early)
  untilAborted(
    signal,
    $radioChoice.subscribe((choice) => showChoice(form, choice)),
  )
  form.addEventListener(
    'change',
    () => {
      const choice = choiceIn(form)
      if (choice) chooseRadio(choice)
    },
    { signal },
  )
}

function choiceIn(form: HTMLElement): RadioChoice | undefined {
  const checked = (type: string) => [...form.querySelectorAll<HTMLInputElement>(`[type=${type}]:checked`)]
  const genres = checked('checkbox').map(({ value }) => Number(value))
  const choice = { spoken: checked('radio')[0]?.value, kind: form.querySelector('select')?.value, genres }
  return is(choice, RadioChoice) ? choice : undefined
}

/** What was chosen before the script came is put on top of what is stored. */
function earlyChoice(form: HTMLElement): RadioChoice | undefined {
  const [chosen, stored] = [choiceIn(form), $radioChoice.get()]
  if (!chosen || (chosen.spoken === 'all' && chosen.kind === 'all' && chosen.genres.length === 0)) return undefined
  return {
    spoken: chosen.spoken === 'all' ? stored.spoken : chosen.spoken,
    kind: chosen.kind === 'all' ? stored.kind : chosen.kind,
    genres: [...new Set([...stored.genres, ...chosen.genres])],
  }
}

/** A kind or genre that this publication does not have is not shown, and stays chosen for the next one. */
function showChoice(form: HTMLElement, { spoken, kind, genres }: RadioChoice): void {
  for (const input of form.querySelectorAll<HTMLInputElement>('[type=radio]')) input.checked = input.value === spoken
  for (const input of form.querySelectorAll<HTMLInputElement>('[type=checkbox]'))
    input.checked = genres.includes(Number(input.value))
  const select = form.querySelector('select')
  if (select?.querySelector(`option[value="${kind}"]`)) select.value = kind
  form.querySelector('.genres-of-taste')?.toggleAttribute('hidden', WITHOUT_GENRES.includes(kind))
}
