/** All keys of local storage. Trap: a renamed key loses what browsers have stored. */
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
  /** Session storage: input of the audition form during sign-in. */
  auditionDraft: 'auditionDraft',
  cookieNotice: 'isShowCookiePolicy',
  /** Unencrypted hint that a session exists, read before first paint: 'yes' or absent. */
  signedInHint: 'signedInHint',
  /** Id of this browser, created when a device is registered. */
  deviceId: 'deviceId',
  /** Session storage: pending request to a social sign-in provider. */
  socialSignIn: 'socialSignIn',
  /** Session storage: token of the gift cart of a guest. */
  giverToken: 'giverToken',
  /** Session storage: the order that is being paid, and the gateway form until it is posted. */
  payment: 'payment',
  /** Session storage: input of the gift form, until the gift is paid or cancelled. */
  giftDraft: 'giftDraft',
  /** Session storage: code of a gift during sign-in. */
  giftCode: 'giftCode',
  /** Last position of this browser in each title. */
  playerPlaces: 'playerPlaces',
  /** Progress reports that the server has not confirmed. */
  playerReports: 'playerReports',
  /** Speed and volume of the player. */
  playerSpeeds: 'playerSpeeds',
  playerVolume: 'playerVolume',
  /** 'yes' when the Marathi heading fonts are cached. */
  fontsReady: 'fontsReady',
} as const

export type LanguageCode = 'EN' | 'MR'
