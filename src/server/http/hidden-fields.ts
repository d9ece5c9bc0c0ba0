import { escape } from '../jobs/mail-templates.ts'

/** Of a form that goes to somebody else. Every value is escaped: names are what people typed. */
export const hiddenFields = (fields: Record<string, string>): string =>
  Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${escape(name)}" value="${escape(value)}">`)
    .join('')
