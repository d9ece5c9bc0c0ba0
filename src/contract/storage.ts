/** Every key of local and session storage. The names stay as they are: returning visitors keep their data. */
export const storageKeys = {
  session: 'userDetails',
  /** 'EN' or 'MR': the language that a reader chose last, stored and read by elements/shell/head.js. */
  language: 'language',
  productId: 'productId',
  categoryId: 'categoryID',
  categoryName: 'categoryName',
  postType: 'post_type',
  countryCode: 'currentcountrycode',
  auditionForm: 'auditionForm',
  /** Session storage: the typed audition during the sign-in. */
  auditionDraft: 'auditionDraft',
  cookieNotice: 'isShowCookiePolicy',
  /** 'no' when the line that suggests Marathi was dismissed. */
  languageLine: 'languageLine',
  /** Unencrypted hint that a session exists, read before first paint: 'yes' or absent. */
  signedInHint: 'signedInHint',
  /** A random id of this browser, created when a listener's device is registered. */
  deviceId: 'deviceId',
  /** Session storage: the account whose data the tab holds, also after the server ended its session. */
  tabAccount: 'tabAccount',
  /** Session storage: for whom this visit has registered the device, and whether it is in India. */
  deviceVisit: 'deviceVisit',
  /** Session storage: the request to a social provider until it answers. */
  socialSignIn: 'socialSignIn',
  /** Session storage: the token of a guest who buys a gift. */
  giverToken: 'giverToken',
  /** Session storage: the order that is being paid, and the gateway's form until it is posted. */
  payment: 'payment',
  /** Session storage: the typed profile that an order needs, until it is saved. */
  profileDraft: 'profileDraft',
  /** Session storage: the typed gift until it is paid or cancelled. */
  giftDraft: 'giftDraft',
  /** Session storage: the recorded voice of that gift, or 'large' when it found no room. */
  giftVoice: 'giftVoice',
  /** Session storage: the code of a gift during the sign-in. */
  giftCode: 'giftCode',
  /** Saved positions: where this browser stopped in each title. */
  playerPlaces: 'playerPlaces',
  /** Progress reports that the server does not have yet. */
  playerReports: 'playerReports',
  /** Marks of each listener, with the changes that the server does not have yet. */
  marks: 'marks',
  /** Playback speed of each title, and the volume. */
  playerSpeeds: 'playerSpeeds',
  playerVolume: 'playerVolume',
  /** Session storage: when the sound stops. */
  sleepTimer: 'sleepTimer',
  /** 'no' when the keys of the player work only inside it. */
  playerKeys: 'playerKeys',
  /** 'no' when nothing is heard again after a long pause. */
  playerRecap: 'playerRecap',
  /** The edition of the sound that is wanted on this device. */
  playerEdition: 'playerEdition',
  /** 'short' when pauses are shortened, and what that saved in each title. */
  playerPauses: 'playerPauses',
  playerSaved: 'playerSaved',
  /** How titles are saved on this device, and which copies were removed because the right to them ended. */
  offlineSettings: 'offlineSettings',
  offlineRemoved: 'offlineRemoved',
  /** How the lines of a recording are written: scripts, translation, size. */
  linesView: 'linesView',
  /** Lines of lessons that a learner heard to their end. */
  linesHeard: 'linesHeard',
  /** The sample radio: what is chosen, what was heard and liked, and what the listener saved. */
  radioChoice: 'radioChoice',
  radioHeard: 'radioHeard',
  radioSaved: 'radioSaved',
  /** The shelves of a listener's home page, and as what they are drawn before the first paint, in each language. */
  listenerHome: 'listenerHome',
  listenerHomeEn: 'listenerHome.en',
  listenerHomeMr: 'listenerHome.mr',
  /** Session storage: 'yes' when the other Marathi fonts are cached. */
  fontsReady: 'fontsReady',
  /** At the desk: edits of titles that the server does not have yet. */
  deskTitleDrafts: 'deskTitleDrafts',
} as const
