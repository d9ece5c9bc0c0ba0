import type { ShopMessages } from './RowFields.tsx'

/** Why a field of a row was refused, in words. */
export const faultText = (messages: ShopMessages, fault: string): string => {
  const texts: Record<string, string> = messages.faults
  return texts[fault] ?? messages.faults.other
}
