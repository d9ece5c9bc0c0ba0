import { randomInt } from 'node:crypto'
import { foldCode } from '../cart/coupons.ts'

/** Without characters that look or sound like another. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const LENGTH = 20

/** 100 random bits, in groups of five characters. */
export function giftCode(): string {
  const characters = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return characters.replace(/.{5}(?=.)/g, '$&-')
}

/** Normalises a typed or pasted code: Devanagari digits, dashes and small letters are accepted. */
export const foldGiftCode = (text: string): string => foldCode(text).replace(/[^0-9A-Z]/g, '')
