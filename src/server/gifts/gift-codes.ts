import { randomInt } from 'node:crypto'
import { foldCode } from '../cart/coupons.ts'

/** No letter that is read or heard as another. */
const SIGNS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const LENGTH = 20

/** 100 bits, in groups that can be typed. */
export function giftCode(): string {
  const signs = Array.from({ length: LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join('')
  return signs.replace(/.{5}(?=.)/g, '$&-')
}

/** As it was typed or copied, with Devanagari digits, dashes and small letters. */
export const foldGiftCode = (text: string): string => foldCode(text).replace(/[^0-9A-Z]/g, '')
