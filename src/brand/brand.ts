import { settings, type BrandSettings, type Firm } from './settings.ts'

/** Slug of the shop in routes, API paths and type names: lower-case ASCII letters. Separate from `brand`, because every browser loads it. */
export const slug = 'kathavani'

/** Defaults of what a publisher changes: this folder and the texts in `i18n/`. The desk sets most of it without code. */
const DEFAULTS = {
  name: { en: 'Kathavani', mr: 'कथावाणी' },
  contact: { email: 'help@kathavani.test', phone: '+91 20 5550 0142', institutions: 'schools@kathavani.test' },
  /** Where an institution asks for a plan: a form of yours (`https://…`), or a mail. */
  inquiry: 'mailto:schools@kathavani.test',
  social: [
    { network: 'Facebook', url: 'https://www.facebook.com/kathavani' },
    { network: 'Instagram', url: 'https://www.instagram.com/kathavani' },
    { network: 'YouTube', url: 'https://www.youtube.com/@kathavani' },
    { network: 'X', url: 'https://x.com/kathavani' },
  ],
  apps: [
    { store: 'Google Play', url: 'https://play.google.com/store/apps/details?id=test.kathavani' },
    { store: 'App Store', url: 'https://apps.apple.com/app/kathavani/id000000000' },
  ],
}

/** Whether the shop works offline (scripts/publish/README.md, Offline). `false` and a rebuild remove the worker and its caches from every browser. */
export const savesOffline: boolean = true

/** Category and subcategory, in Apple's list, of feeds whose genres say none. Separate from `brand`, which every browser loads. */
export const podcastCategory = { text: 'Arts', below: 'Books' } as const

/** First public address of the shop, without a trailing slash: podcast directories identify feeds by it. Empty: the current address. */
export const podcastHome: string = ''

/** Legally required facts. */
const FIRM: Firm = {
  company: { en: 'Kathavani Demo Publications Private Limited', mr: 'कथावाणी डेमो पब्लिकेशन्स प्रायव्हेट लिमिटेड' },
  address: {
    en: '12 Demo Road, Shivajinagar, Pune 411005, Maharashtra, India',
    mr: '१२ डेमो रोड, शिवाजीनगर, पुणे ४११००५, महाराष्ट्र, भारत',
  },
  gstin: '27AAAAA0000A1Z5',
  pan: 'AAAAA0000A',
  gstState: 'MH',
  invoicePrefix: '',
  grievance: {
    name: { en: 'A. B. Demo', mr: 'अ. ब. डेमो' },
    email: 'grievance@kathavani.test',
    phone: '+91 20 5550 0143',
  },
  courts: { en: 'Pune', mr: 'पुणे' },
}

type Brand = typeof DEFAULTS & { gstState: string }

function brandWith({ name, contact, inquiry, social, firm }: BrandSettings): Brand {
  return {
    ...DEFAULTS,
    ...(name && { name }),
    ...(contact && { contact }),
    ...(inquiry !== undefined && { inquiry }),
    ...(social && { social }),
    gstState: (firm ?? FIRM).gstState,
  }
}

/** The shop as its publisher set it. Read it when it is used: the desk may change it while the server runs. */
export const brand: Brand = /* @__PURE__ */ brandWith(settings)

export const firmWith = ({ firm }: BrandSettings): Firm => ({ ...(firm ?? FIRM) })

/** The firm of today. Separate from `brand`, which browsers may load; a pure call, or every page would load the firm too. */
export const legalFacts: Firm = /* @__PURE__ */ firmWith(settings)

/** Takes over what was set at the desk; what is not set has its default. */
export function applySettings(changed: BrandSettings): void {
  Object.assign(brand, brandWith(changed))
  Object.assign(legalFacts, firmWith(changed))
}
