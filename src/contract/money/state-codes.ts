/** GST codes of the states (place of supply on an invoice). */
const CODES =
  'JK01 HP02 PB03 CH04 UT05 HR06 DL07 RJ08 UP09 BR10 SK11 AR12 NL13 MN14 MZ15 TR16 ML17 AS18 WB19 JH20 OR21 CT22 MP23 GJ24 DD26 DN26 MH27 KA29 GA30 LD31 KL32 TN33 PY34 AN35 TG36 AP37 LA38'

export const gstCodeOf = (state: string): string => new RegExp(`\\b${state}(\\d\\d)`).exec(CODES)?.[1] ?? ''
