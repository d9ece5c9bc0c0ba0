import { lattice, leaves, paithani, peacock, rangoli, river, sound, warli } from './ornaments.ts'
import { birds, hills, kites, night, sea, terraces, viaduct, windows } from './scenes.ts'

export const PATTERNS = { hills, night, terraces, viaduct, birds, sea, kites, windows, lattice, rangoli, river, warli, paithani, peacock, leaves, sound }
export type PatternName = keyof typeof PATTERNS | 'letters'

/** Where the words ask for a picture the picture is given; all other covers are drawn by the digest of their key. */
export const FITTING: Record<string, PatternName> = {
  'the-lamp-at-rajgad': 'hills', 'shrimant-yoddha': 'paithani', dnyaneshwari: 'rangoli', 'tukaram-abhang-gatha': 'lattice',
  'pavsali-patra': 'river', 'the-clockmaker-of-pune': 'lattice', 'ghatatli-railway': 'viaduct', 'mangoes-in-march': 'leaves',
  'salt-and-tide': 'sea', 'mati-ani-manasa': 'warli', 'chandrabhagechya-valvanti': 'river', 'eight-minutes-of-silence': 'night',
  'savitrichi-shala': 'windows', 'vidnyanachi-vat': 'peacock',
  'the-last-tonga': 'night', 'vada-number-saat': 'windows', 'mangal-2061': 'rangoli', 'monsoon-frequency': 'hills',
  'fadavarchi-ratra': 'paithani', 'dongarvatecha-doctor': 'terraces', 'chalitli-diwali': 'windows', 'the-indigo-letters': 'river',
  'gavkusachi-goshta': 'warli', 'kolhapur-case-files': 'lattice',
  'the-sahyadri-log': 'terraces', 'shivaratun': 'terraces', 'chulivarchya-gappa': 'rangoli', 'shabdancha-pravas': 'peacock',
  'the-quiet-quarter-hour': 'night', 'pune-in-nine-minutes': 'windows', 'prashna-vidnyanache': 'sound', 'money-over-chai': 'sound',
  panchatantra: 'warli', 'school-of-moonlight': 'night', 'the-kite-that-stayed': 'kites', 'mungichi-antaralvari': 'night',
  'bokyacha-viman': 'kites', 'gulpolicha-gupit': 'rangoli', 'ten-little-mynas': 'birds', 'aajichya-godhadit': 'paithani',
  'killedar-mithu': 'hills', 'the-lantern-makers-daughter': 'lattice', 'gopu-and-the-well': 'rangoli', 'tillu-takes-the-long-way': 'terraces',
  'hattichi-hajeri': 'peacock', 'badbad-gitanchi-gadi': 'river',
}

/** Palettes chosen by eye, by their number in the list (kids titles use the list for kids). */
export const FITTING_PALETTE: Record<string, number> = {
  'the-lamp-at-rajgad': 0, 'the-clockmaker-of-pune': 4, dnyaneshwari: 2, 'tukaram-abhang-gatha': 3, 'mangoes-in-march': 3,
  'salt-and-tide': 6, 'mati-ani-manasa': 9, 'pavsali-patra': 6, 'ghatatli-railway': 3, 'shrimant-yoddha': 1, 'savitrichi-shala': 7,
  'vidnyanachi-vat': 6, 'eight-minutes-of-silence': 8, 'chandrabhagechya-valvanti': 7,
  'the-last-tonga': 1, 'vada-number-saat': 4, 'mangal-2061': 4, 'monsoon-frequency': 8, 'fadavarchi-ratra': 8, 'the-indigo-letters': 5,
  'dongarvatecha-doctor': 6, 'chalitli-diwali': 2, 'gavkusachi-goshta': 4, 'kolhapur-case-files': 1,
  'pune-in-nine-minutes': 0, 'chulivarchya-gappa': 4, 'the-sahyadri-log': 2, shivaratun: 9, 'the-quiet-quarter-hour': 5,
  'shabdancha-pravas': 1, 'prashna-vidnyanache': 0, 'money-over-chai': 3,
  panchatantra: 4, 'school-of-moonlight': 3, 'the-kite-that-stayed': 6, 'gulpolicha-gupit': 0, 'mungichi-antaralvari': 5, 'hattichi-hajeri': 2,
  'bokyacha-viman': 5, 'ten-little-mynas': 1, 'killedar-mithu': 4, 'aajichya-godhadit': 2, 'gopu-and-the-well': 1, 'badbad-gitanchi-gadi': 0,
  'tillu-takes-the-long-way': 4, 'the-lantern-makers-daughter': 2,
  'hello-marathi': 4, 'devanagari-in-seven-days': 5, 'office-english': 3, 'marathi-in-the-market': 2, 'lets-speak-english': 8, 'marathi-for-nurses': 6,
}
