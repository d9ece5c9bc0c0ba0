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
  cookieNotice: 'isShowCookiePolicy',
  /** Plain hint beside the encrypted session, read before paint: 'yes' or absent. */
  signedInHint: 'signedInHint',
  /** 'yes' once the Marathi heading fonts are in the cache. */
  fontsReady: 'fontsReady',
} as const

export type LanguageCode = 'EN' | 'MR'
