/** Every key of local storage, spelled as D3 and C3 name them; keys of our own start with the brand. */
export const storageKeys = {
  session: 'userDetails',
  language: 'language',
  productId: 'productId',
  categoryId: 'categoryID',
  categoryName: 'categoryName',
  postType: 'post_type',
  customTranslation: 'customTranslation',
  countryCode: 'currentcountrycode',
  auditionForm: 'auditionForm',
  /** In the storage of the tab: what was typed of an audition, while its author signs in. */
  auditionDraft: 'auditionDraft',
  cookieNotice: 'isShowCookiePolicy',
  /** Plain hint beside the encrypted session, read before paint: 'yes' or absent. */
  signedInHint: 'signedInHint',
  /** A number for this browser, made when a listener's device is registered. */
  deviceId: 'deviceId',
  /** In the storage of the tab: what a provider was asked, until it answers. */
  socialSignIn: 'socialSignIn',
  /** In the storage of the tab: what opens the one gift cart of a guest. */
  giverToken: 'giverToken',
  /** In the storage of the tab: which order is on its way to be paid, and the gateway's form until it is sent. */
  payment: 'payment',
  /** In the storage of the tab: what was typed of a gift, until it is paid or cancelled. */
  giftDraft: 'giftDraft',
  /** In the storage of the tab: the code of a gift, while its owner signs in. */
  giftCode: 'giftCode',
  /** Where this browser stopped in each title, with the second. */
  playerPlaces: 'playerPlaces',
  /** What the player did and the server has not heard of yet. */
  playerReports: 'playerReports',
  /** Speed and volume of the player. */
  playerSpeeds: 'playerSpeeds',
  playerVolume: 'playerVolume',
  /** 'yes' once the Marathi heading fonts are in the cache. */
  fontsReady: 'fontsReady',
} as const

export type LanguageCode = 'EN' | 'MR'
