/** Fields of the audition form that no other form has. */
import { bareMobile, field, fitsMobile, required, tooLong } from './fields.ts'
import { plainLine } from './plain-text.ts'

export const AUDITION_MOBILE_MAX = 15

/** D5: longer than elsewhere, as artists write from other countries. */
export const AuditionMobile = field(bareMobile, required, tooLong(AUDITION_MOBILE_MAX), ['mobile', fitsMobile])

const SAID: Record<string, string> = { true: 'yes', false: 'no', '1': 'yes', '0': 'no' }

/** `yes` or `no`; what other programs send for them is understood. */
export const YesNo = field(
  (text) => {
    const plain = plainLine(text).toLowerCase()
    return SAID[plain] ?? plain
  },
  required,
  ['type', (text) => text === 'yes' || text === 'no'],
)
