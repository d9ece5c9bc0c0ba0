import type { Locale } from '../text/locale.ts'

type Names = Record<Locale, string>

/** The 37 states and union territories of the forms, named as in 2019. */
export const states = {
  AN: { en: 'Andaman and Nicobar Islands', mr: 'अंदमान आणि निकोबार बेटे' },
  AP: { en: 'Andhra Pradesh', mr: 'आंध्र प्रदेश' },
  AR: { en: 'Arunachal Pradesh', mr: 'अरुणाचल प्रदेश' },
  AS: { en: 'Assam', mr: 'आसाम' },
  BR: { en: 'Bihar', mr: 'बिहार' },
  CH: { en: 'Chandigarh', mr: 'चंदीगड' },
  CT: { en: 'Chhattisgarh', mr: 'छत्तीसगड' },
  DN: { en: 'Dadra and Nagar Haveli', mr: 'दादरा आणि नगर हवेली' },
  DD: { en: 'Daman and Diu', mr: 'दमण आणि दीव' },
  DL: { en: 'Delhi', mr: 'दिल्ली' },
  GA: { en: 'Goa', mr: 'गोवा' },
  GJ: { en: 'Gujarat', mr: 'गुजरात' },
  HR: { en: 'Haryana', mr: 'हरियाणा' },
  HP: { en: 'Himachal Pradesh', mr: 'हिमाचल प्रदेश' },
  JK: { en: 'Jammu and Kashmir', mr: 'जम्मू आणि काश्मीर' },
  JH: { en: 'Jharkhand', mr: 'झारखंड' },
  KA: { en: 'Karnataka', mr: 'कर्नाटक' },
  KL: { en: 'Kerala', mr: 'केरळ' },
  LA: { en: 'Ladakh', mr: 'लडाख' },
  LD: { en: 'Lakshadweep', mr: 'लक्षद्वीप' },
  MP: { en: 'Madhya Pradesh', mr: 'मध्य प्रदेश' },
  MH: { en: 'Maharashtra', mr: 'महाराष्ट्र' },
  MN: { en: 'Manipur', mr: 'मणिपूर' },
  ML: { en: 'Meghalaya', mr: 'मेघालय' },
  MZ: { en: 'Mizoram', mr: 'मिझोराम' },
  NL: { en: 'Nagaland', mr: 'नागालँड' },
  OR: { en: 'Odisha', mr: 'ओडिशा' },
  PY: { en: 'Puducherry', mr: 'पुदुच्चेरी' },
  PB: { en: 'Punjab', mr: 'पंजाब' },
  RJ: { en: 'Rajasthan', mr: 'राजस्थान' },
  SK: { en: 'Sikkim', mr: 'सिक्कीम' },
  TN: { en: 'Tamil Nadu', mr: 'तमिळनाडू' },
  TG: { en: 'Telangana', mr: 'तेलंगणा' },
  TR: { en: 'Tripura', mr: 'त्रिपुरा' },
  UP: { en: 'Uttar Pradesh', mr: 'उत्तर प्रदेश' },
  UT: { en: 'Uttarakhand', mr: 'उत्तराखंड' },
  WB: { en: 'West Bengal', mr: 'पश्चिम बंगाल' },
} as const satisfies Record<string, Names>

/** India requires a state of the list; for other countries it is empty. Undefined: the state is missing. */
export function stateFor(country: string, state: string): string | undefined {
  if (country !== 'IN') return ''
  return Object.hasOwn(states, state) ? state : undefined
}

/** The name of a state of the forms; another country's is as it was typed. */
export const stateName = (state: string, locale: Locale): string =>
  (states as Partial<Record<string, Names>>)[state]?.[locale] ?? state
