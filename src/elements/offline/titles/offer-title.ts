import { savesOffline } from '#brand/brand.ts'
import type { WholeTitle } from '../../listening/whole-title.ts'
import './offline-title.ts'

/** Below the button that plays a title, for who may hear it: guests have no place for it on their page. */
export function offerTitle(element: WholeTitle): void {
  if (!savesOffline || element.querySelector('offline-title')) return
  const line = document.createElement('offline-title')
  line.setAttribute('title-id', String(element.titleId))
  line.setAttribute('label', element.texts.name)
  element.append(line)
}
