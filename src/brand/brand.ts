/** Replaces `{product}` of the specification in routes, API paths and type names. Lower-case ASCII letters. Apart from the rest, because every browser needs it and nothing else. */
export const slug = 'kathavani'

/** Everything that makes this shop this publisher's: change this file and the words in `i18n/`, nothing else. */
export const brand = {
  slug,
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
  /** State whose GST the seller pays: same state splits the tax into CGST and SGST. */
  gstState: 'MH',
} as const

/** Whether the shop works without a network (README, Offline). `false` and a rebuild take the worker and what it kept away from every browser. */
export const keepsOffline: boolean = true

/** Where podcast directories put our feeds: a category of Apple's list and one below it. Apart from `brand` for the same reason as the facts below. */
export const podcastCategory = { text: 'Arts', below: 'Books' } as const

/** First public address of the shop, without a slash at its end: directories know our feeds by it for ever. Empty: the present one. */
export const podcastHome: string = ''

/** What the law wants printed; a publisher's lawyer puts the real ones here. Apart from `brand`, which goes along to every browser. */
export const legalFacts = {
  company: { en: 'Kathavani Demo Publications Private Limited', mr: 'कथावाणी डेमो पब्लिकेशन्स प्रायव्हेट लिमिटेड' },
  address: {
    en: '12 Demo Road, Shivajinagar, Pune 411005, Maharashtra, India',
    mr: '१२ डेमो रोड, शिवाजीनगर, पुणे ४११००५, महाराष्ट्र, भारत',
  },
  gstin: '27AAAAA0000A1Z5',
  grievance: {
    name: { en: 'A. B. Demo', mr: 'अ. ब. डेमो' },
    email: 'grievance@kathavani.test',
    phone: '+91 20 5550 0143',
  },
  courts: { en: 'Pune', mr: 'पुणे' },
} as const
