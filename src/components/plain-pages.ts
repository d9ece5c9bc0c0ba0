import type { RouteName } from '#i18n/paths.ts'
import type { WordKey } from '#i18n/words.ts'

type Word = WordKey<'pages'>
export type PlainPage = { route: RouteName; word: Word; text?: Word; isHidden?: boolean; isBare?: boolean }

const heading = (route: RouteName, word: Word): PlainPage => ({ route, word })
const shell = (route: RouteName, word: Word): PlainPage => ({ route, word, text: 'accounts-closed', isHidden: true })

/** The placeholder pages of C2, which carry a heading and nothing else, and the shells that issues B to E fill. */
export const plainPages: PlainPage[] = [
  heading('director', 'director'),
  heading('publisher', 'publisher'),
  heading('artist', 'artist'),
  heading('writer', 'writer'),
  heading('audiobooks', 'audiobooks'),
  heading('original', 'original'),
  heading('podcast', 'podcast'),
  heading('redeemGift', 'redeem-gift'),
  heading('purchaseTitle', 'purchase-title'),
  shell('gift', 'gift'),
  shell('audition', 'audition'),
  shell('signIn', 'sign-in'),
  { ...shell('registration', 'registration'), isBare: true },
  shell('signUp', 'sign-up'),
  shell('resetPassword', 'reset-password'),
  shell('paymentSuccess', 'payment-success'),
  shell('paymentFailure', 'payment-failure'),
  shell('paymentCancel', 'payment-cancel'),
  shell('library', 'library'),
  shell('checkout', 'checkout'),
  shell('proceedPayment', 'proceed-payment'),
  shell('logout', 'logout'),
]
