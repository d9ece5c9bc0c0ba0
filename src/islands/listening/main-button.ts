import { keepFocusOf } from '#ui/keep-focus.ts'

/** The `ref` of a note whose own button ends it: the focus goes on at the main button of the bar. */
export const toMainButton = (note: Element | null) => keepFocusOf(note, '#player .sound-main')
