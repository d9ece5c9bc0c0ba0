/**
 * The files of `i18n/<language>`, typed by the English one. A new file needs a line here and nothing else: the build of the pages
 * and the tests read the folder.
 */
export type Messages = {
  accounts: typeof import('../../i18n/en/accounts.json')
  auditions: typeof import('../../i18n/en/auditions.json')
  cart: typeof import('../../i18n/en/cart.json')
  catalog: typeof import('../../i18n/en/catalog.json')
  contact: typeof import('../../i18n/en/contact.json')
  courses: typeof import('../../i18n/en/courses.json')
  deskSound: typeof import('../../i18n/en/deskSound.json')
  demo: typeof import('../../i18n/en/demo.json')
  desk: typeof import('../../i18n/en/desk.json')
  deskTitles: typeof import('../../i18n/en/deskTitles.json')
  deskShop: typeof import('../../i18n/en/deskShop.json')
  deskSales: typeof import('../../i18n/en/deskSales.json')
  dialogs: typeof import('../../i18n/en/dialogs.json')
  ebooks: typeof import('../../i18n/en/ebooks.json')
  form: typeof import('../../i18n/en/form.json')
  format: typeof import('../../i18n/en/format.json')
  gifts: typeof import('../../i18n/en/gifts.json')
  givenGift: typeof import('../../i18n/en/givenGift.json')
  home: typeof import('../../i18n/en/home.json')
  legal: typeof import('../../i18n/en/legal.json')
  library: typeof import('../../i18n/en/library.json')
  listening: typeof import('../../i18n/en/listening.json')
  mail: typeof import('../../i18n/en/mail.json')
  notifications: typeof import('../../i18n/en/notifications.json')
  offline: typeof import('../../i18n/en/offline.json')
  offlineTitles: typeof import('../../i18n/en/offlineTitles.json')
  operations: typeof import('../../i18n/en/operations.json')
  orders: typeof import('../../i18n/en/orders.json')
  pages: typeof import('../../i18n/en/pages.json')
  payments: typeof import('../../i18n/en/payments.json')
  plans: typeof import('../../i18n/en/plans.json')
  player: typeof import('../../i18n/en/player.json')
  privacy: typeof import('../../i18n/en/privacy.json')
  radio: typeof import('../../i18n/en/radio.json')
  renewals: typeof import('../../i18n/en/renewals.json')
  reviews: typeof import('../../i18n/en/reviews.json')
  sample: typeof import('../../i18n/en/sample.json')
  search: typeof import('../../i18n/en/search.json')
  shell: typeof import('../../i18n/en/shell.json')
  transcripts: typeof import('../../i18n/en/transcripts.json')
  ui: typeof import('../../i18n/en/ui.json')
  waitingGift: typeof import('../../i18n/en/waitingGift.json')
}
export type Namespace = keyof Messages

type Leaf<Key> = Key extends `${infer Stem}_one` | `${infer Stem}_other` ? Stem : Key
type KeysIn<Tree> = {
  [Key in keyof Tree & string]: Tree[Key] extends string ? Leaf<Key> : `${Key}.${KeysIn<Tree[Key]>}`
}[keyof Tree & string]

/** `group.key` in a namespace; plural forms count as one key. */
export type MessageKey<Name extends Namespace> = KeysIn<Messages[Name]>
export type Translate<Name extends Namespace> = (
  key: MessageKey<Name>,
  values?: Record<string, string | number>,
) => string

/** `namespace.group`: what one island or component needs. */
export type GroupPath = { [Name in Namespace]: `${Name}.${keyof Messages[Name] & string}` }[Namespace]
type GroupAt<Path> = Path extends `${infer Name extends Namespace}.${infer Group}`
  ? Group extends keyof Messages[Name]
    ? Messages[Name][Group]
    : never
  : never
type Merged<Union> = (Union extends unknown ? (part: Union) => void : never) extends (all: infer All) => void
  ? All
  : never
export type GroupsAt<Path extends GroupPath> = Merged<GroupAt<Path>>
