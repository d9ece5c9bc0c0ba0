const DEVANAGARI_ZERO = 0x0966

/** Marathi keyboards type ०–९: convert them before checking numbers, codes or dates. */
export function asciiDigits(text: string): string {
  return text.replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - DEVANAGARI_ZERO))
}

export function devanagariDigits(text: string): string {
  return text.replace(/\d/g, (digit) => String.fromCharCode(DEVANAGARI_ZERO + Number(digit)))
}
