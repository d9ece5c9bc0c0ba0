import { call } from '#client/browser-call.ts'
import { courseExercise } from '#contract/courses.ts'
import type { Locale } from '#contract/text/locale.ts'

/** Sanitised HTML, and the language that it is in. */
type Exercise = { ok: true; html: string; locale: string } | { ok: false; fault: string }

/** In the reader's language, else in the other one. */
export async function openExercise(id: number, locale: Locale): Promise<Exercise> {
  const result = await call(courseExercise, { id })
  if (!result.ok) return result
  const texts = result.value.custom_translation
  const [other] = Object.entries(texts)
  const found = texts[locale]?.exercise
  return found === undefined
    ? { ok: true, html: other?.[1].exercise ?? '', locale: other?.[0] ?? locale }
    : { ok: true, html: found, locale }
}
