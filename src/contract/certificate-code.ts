import { coerce, refine, string } from 'superstruct'
import { asciiDigits } from './digits.ts'

/** Letters that nobody mistakes for one another or for a digit (no I, L, O, U). 16 of them are 80 bits. */
export const CODE_LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
export const CODE_LENGTH = 16

/** The code as it is kept, of what somebody typed: any case, blanks, hyphens, Devanagari digits, O for 0, I and L for 1. */
export function readCode(typed: string): string {
  return asciiDigits(typed)
    .toUpperCase()
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1')
    .replace(/[^0-9A-Z]/g, '')
}

/** In groups of four, as it is printed. */
export const showCode = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1-')

/** As it is typed into a form. */
export const CertificateCode = refine(
  refine(coerce(string(), string(), readCode), 'required', (code) => code !== ''),
  'size',
  (code) => code === '' || code.length === CODE_LENGTH,
)
