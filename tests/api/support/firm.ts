import { isGstin } from '#contract/desk/shop/settings.ts'

const HEAD = '27ABCDE1234F1Z'

/** A firm that the desk accepts. */
export const FIRM = {
  company: { en: 'Godavari Prakashan LLP', mr: 'गोदावरी प्रकाशन एलएलपी' },
  address: { en: '4 Ghat Road, Nashik', mr: '४ घाट रोड, नाशिक' },
  gstin: [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((sign) => HEAD + sign).find(isGstin) ?? '',
  pan: 'ABCDE1234F',
  gstState: 'MH',
  invoicePrefix: 'GP',
  grievance: { name: { en: 'S. Patil', mr: 'सं. पाटील' }, email: 'help@godavari.test', phone: '+91 253 555 0100' },
  courts: { en: 'Nashik', mr: 'नाशिक' },
}
