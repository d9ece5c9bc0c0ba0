import {
  array,
  enums,
  integer,
  nullable,
  object,
  optional,
  pattern,
  record,
  refine,
  size,
  string,
  type,
  type Infer,
} from 'superstruct'
import { HEADING_FONTS, LEGAL_TEXTS } from '#brand/settings.ts'
import { tokens } from '#brand/tokens.ts'
import { endpoint } from '../../http/endpoint.ts'
import { Day, Email, field, required, tooLong } from '../../fields/fields.ts'
import { plainLine, plainText } from '../../text/plain-text.ts'
import { states } from '../../fields/states.ts'
import { gstCodeOf } from '../../money/state-codes.ts'
import { Nothing, status, textUpTo } from '../../fields/wire-fields.ts'
import { ACCOUNTS, EDITORS } from '../staff/roles.ts'

/** Endpoints of the desk for the settings of the shop: name, contact, firm, look and legal texts. */

const line = (limit: number) => field(plainLine, required, tooLong(limit))
const Line = line(200)
const Name = line(60)
const Names = object({ en: Name, mr: Name })
const InBoth = object({ en: Line, mr: Line })
const Phone = field(plainLine, required, ['mobile', (text) => /^\+?[\d() -]{6,24}$/.test(text)])
const isWebAddress = (text: string): boolean =>
  /^https:\/\/[\w-]+(?:\.[\w-]+)+(?:[/?#][^\s"<>]*)?$/.test(text) && text.length <= 300
const WebAddress = field(plainLine, required, ['address', isWebAddress])
const Inquiry = field(plainLine, required, [
  'address',
  (text) => isWebAddress(text) || /^mailto:[^\s@<>"]+@[\w.-]+$/.test(text),
])

/** Weights of the check digit, by place. */
const SIGNS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
function checkDigitOf(gstin: string): string {
  const sum = [...gstin.slice(0, 14)].reduce((total, sign, index) => {
    const product = SIGNS.indexOf(sign) * (index % 2 === 0 ? 1 : 2)
    return total + Math.floor(product / 36) + (product % 36)
  }, 0)
  return SIGNS[(36 - (sum % 36)) % 36] ?? ''
}
/** Fifteen signs: state, PAN, entity, Z and a check digit. */
export const isGstin = (text: string): boolean =>
  /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[\dA-Z]$/.test(text) && checkDigitOf(text) === text[14]

const upper = (text: string): string => plainLine(text).toUpperCase().replace(/\s/g, '')
const FirmFields = object({
  company: InBoth,
  address: object({ en: line(300), mr: line(300) }),
  gstin: field(upper, required, ['gstin', isGstin]),
  pan: field(upper, required, ['pan', (text) => /^[A-Z]{5}\d{4}[A-Z]$/.test(text)]),
  gstState: enums(Object.keys(states)),
  invoicePrefix: field(upper, ['prefix', (text) => /^[A-Z\d]{0,2}$/.test(text)]),
  grievance: object({ name: Names, email: Email, phone: Phone }),
  courts: Names,
})
const withRule = <Item extends { gstin: string; pan: string; gstState: string }>(struct: typeof FirmFields) =>
  refine(
    refine(struct, 'panOfGstin', (firm) => (firm as unknown as Item).gstin.slice(2, 12) === firm.pan),
    'stateOfGstin',
    (firm) => firm.gstin.slice(0, 2) === gstCodeOf(firm.gstState),
  )
export const FirmForm = withRule(FirmFields)

export const NameForm = object({
  name: Names,
  contact: object({ email: Email, phone: Phone, institutions: Email }),
  inquiry: Inquiry,
  social: size(array(object({ network: Name, url: WebAddress })), 0, 8),
})

const Colour = pattern(string(), /^#[0-9a-f]{6}$/)
const coloursOf = (theme: keyof typeof tokens) =>
  object(Object.fromEntries(Object.keys(tokens[theme]).map((name) => [name, optional(Colour)])))
export const LookForm = object({
  colours: object({ light: coloursOf('light'), dark: coloursOf('dark') }),
  headings: enums(HEADING_FONTS),
})

const Clause = object({
  id: pattern(size(string(), 1, 60), /^[a-z][a-z0-9-]*$/),
  title: line(200),
  text: field(plainText, required, tooLong(20_000)),
})
export const LegalForm = object({
  name: enums(LEGAL_TEXTS),
  locale: enums(['en', 'mr']),
  updated: refine(Day, ...required),
  lead: line(500),
  clauses: size(array(Clause), 1, 60),
})

/** Parts that are saved one by one, each with a version of its own. */
export const SETTING_PARTS = ['name', 'firm', 'look', 'logo', 'legal'] as const
const Version = pattern(textUpTo(10), /^\d+$/)
const EDITED = ['changedMeanwhile'] as const

const Both = type({ en: string(), mr: string() })
const Values = type({
  // As they are: defaults need not pass the rules of the forms.
  name: type({
    name: Both,
    contact: type({ email: string(), phone: string(), institutions: string() }),
    inquiry: string(),
    social: array(type({ network: string(), url: string() })),
  }),
  firm: type({
    company: Both,
    address: Both,
    gstin: string(),
    pan: string(),
    gstState: string(),
    invoicePrefix: string(),
    grievance: type({ name: Both, email: string(), phone: string() }),
    courts: Both,
  }),
  look: type({
    colours: type({ light: record(string(), string()), dark: record(string(), string()) }),
    headings: string(),
  }),
  logo: nullable(string()),
  legal: record(
    string(),
    record(
      string(),
      type({
        updated: string(),
        lead: string(),
        clauses: array(type({ id: string(), title: string(), text: string() })),
      }),
    ),
  ),
})
const Reply = type({
  status,
  versions: record(string(), integer()),
  values: Values,
  /** Parts that differ from the defaults. */
  changed: array(string()),
})
export type DeskSettings = Infer<typeof Reply>

export const deskSettings = endpoint({
  auth: 'staff',
  roles: ['owner', 'editor', 'accounts'],
  method: 'GET',
  path: '/api/desk/settings/',
  input: Nothing,
  reply: Reply,
  summary: 'Settings of the shop with their defaults',
})
export const deskNameSave = endpoint({
  auth: 'staff',
  roles: ['owner'],
  method: 'PUT',
  path: '/api/desk/settings/name/',
  input: object({ ...NameForm.schema, version: Version }),
  reply: Reply,
  faults: EDITED,
  summary: 'Save the name of the shop and how it is reached',
})
export const deskFirmSave = endpoint({
  auth: 'staff',
  roles: ACCOUNTS,
  stepUp: true,
  method: 'PUT',
  path: '/api/desk/settings/firm/',
  input: object({ firm: FirmForm, version: Version }),
  reply: Reply,
  faults: EDITED,
  summary: 'Save the firm and its tax numbers; invoices of before keep theirs',
})
export const deskLookSave = endpoint({
  auth: 'staff',
  roles: EDITORS,
  method: 'PUT',
  path: '/api/desk/settings/look/',
  input: object({ ...LookForm.schema, version: Version }),
  reply: Reply,
  /** `fields` of `contrast` names each pair as `theme.text.ground`, with its contrast. */
  faults: [...EDITED, 'contrast'],
  summary: 'Save colours and fonts; colours that cannot be read are refused',
})
export const LOGO_BYTES = 2 * 1024 * 1024
export const deskLogoSave = endpoint({
  auth: 'staff',
  roles: EDITORS,
  method: 'PUT',
  path: '/api/desk/settings/logo/',
  /** Base64 of an SVG or a PNG; empty: the logo of the program again. */
  input: object({ content: textUpTo(Math.ceil((LOGO_BYTES * 4) / 3) + 4), version: Version }),
  maxBytes: Math.ceil((LOGO_BYTES * 4) / 3) + 1024,
  reply: Reply,
  faults: [...EDITED, 'notLogo', 'emptyLogo'],
  summary: 'Save the logo',
})
export const deskLegalSave = endpoint({
  auth: 'staff',
  roles: ['owner'],
  method: 'PUT',
  path: '/api/desk/settings/legal/',
  /** Without clauses the text of the program stands again. */
  input: object({ ...LegalForm.schema, clauses: size(array(Clause), 0, 60), version: Version }),
  maxBytes: 512 * 1024,
  reply: Reply,
  faults: EDITED,
  summary: 'Save a legal text in one language',
})
