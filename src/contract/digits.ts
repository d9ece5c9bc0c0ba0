const DEVANAGARI_ZERO = 0x0966

/** A Marathi keyboard types ०–९: fold them before any check of numbers, codes or dates (protocols 7). */
export function asciiDigits(text: string): string {
  return text.replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - DEVANAGARI_ZERO))
}

export function devanagariDigits(text: string): string {
  return text.replace(/\d/g, (digit) => String.fromCharCode(DEVANAGARI_ZERO + Number(digit)))
}
