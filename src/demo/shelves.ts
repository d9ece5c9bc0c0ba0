import type { TitleRow } from '#contract/import.ts'

type Placed = TitleRow['shelves'][number]

/**
 * What an editor would arrange by hand: keys in the order they stand on the shelf. Each shelf holds at least six
 * audiobooks, originals, podcasts and kids titles, so that every slider of the shop has enough to slide.
 */
const SHELF_KEYS: Record<Placed['shelf'], string[]> = {
  trending: [
    'the-lamp-at-rajgad', 'vada-number-saat', 'pune-in-nine-minutes', 'school-of-moonlight', 'pavsali-patra', 'mangal-2061',
    'chulivarchya-gappa', 'panchatantra', 'the-clockmaker-of-pune', 'the-last-tonga', 'prashna-vidnyanache', 'killedar-mithu',
    'dnyaneshwari', 'monsoon-frequency', 'the-sahyadri-log', 'aajichya-godhadit', 'ghatatli-railway', 'kolhapur-case-files',
    'shabdancha-pravas', 'bokyacha-viman', 'tukaram-abhang-gatha', 'chalitli-diwali', 'shivaratun', 'mungichi-antaralvari',
    'eight-minutes-of-silence', 'the-kite-that-stayed', 'hello-marathi',
  ],
  editors_pick: [
    'dnyaneshwari', 'the-indigo-letters', 'the-sahyadri-log', 'panchatantra', 'mangoes-in-march', 'dongarvatecha-doctor',
    'shabdancha-pravas', 'aajichya-godhadit', 'savitrichi-shala', 'vada-number-saat', 'pune-in-nine-minutes', 'the-lantern-makers-daughter',
    'chandrabhagechya-valvanti', 'monsoon-frequency', 'the-quiet-quarter-hour', 'gopu-and-the-well', 'salt-and-tide', 'gavkusachi-goshta',
    'chulivarchya-gappa', 'gulpolicha-gupit', 'the-lamp-at-rajgad', 'the-last-tonga', 'money-over-chai', 'school-of-moonlight',
    'pavsali-patra', 'mangal-2061', 'tillu-takes-the-long-way', 'hattichi-hajeri',
  ],
  popular: [
    'pavsali-patra', 'chalitli-diwali', 'chulivarchya-gappa', 'hattichi-hajeri', 'the-lamp-at-rajgad', 'monsoon-frequency',
    'pune-in-nine-minutes', 'panchatantra', 'shrimant-yoddha', 'mangal-2061', 'prashna-vidnyanache', 'tillu-takes-the-long-way',
    'tukaram-abhang-gatha', 'fadavarchi-ratra', 'shivaratun', 'badbad-gitanchi-gadi', 'mati-ani-manasa', 'vada-number-saat',
    'money-over-chai', 'bokyacha-viman', 'ghatatli-railway', 'dongarvatecha-doctor', 'the-quiet-quarter-hour', 'gulpolicha-gupit',
    'the-clockmaker-of-pune', 'kolhapur-case-files', 'shabdancha-pravas', 'ten-little-mynas',
  ],
  featured: [
    'hello-marathi', 'the-lamp-at-rajgad', 'dongarvatecha-doctor', 'prashna-vidnyanache', 'mungichi-antaralvari', 'devanagari-in-seven-days',
    'savitrichi-shala', 'the-indigo-letters', 'the-sahyadri-log', 'killedar-mithu', 'office-english', 'vidnyanachi-vat',
    'mangal-2061', 'the-quiet-quarter-hour', 'school-of-moonlight', 'marathi-in-the-market', 'dnyaneshwari', 'vada-number-saat',
    'chulivarchya-gappa', 'panchatantra', 'lets-speak-english', 'mangoes-in-march', 'chalitli-diwali', 'pune-in-nine-minutes',
    'the-kite-that-stayed', 'marathi-for-nurses', 'pavsali-patra', 'kolhapur-case-files', 'shabdancha-pravas', 'the-lantern-makers-daughter',
    'eight-minutes-of-silence', 'gavkusachi-goshta', 'shivaratun', 'gopu-and-the-well',
  ],
  evergreen: [
    'dnyaneshwari', 'chalitli-diwali', 'chulivarchya-gappa', 'panchatantra', 'tukaram-abhang-gatha', 'the-indigo-letters',
    'the-quiet-quarter-hour', 'aajichya-godhadit', 'savitrichi-shala', 'fadavarchi-ratra', 'shabdancha-pravas', 'tillu-takes-the-long-way',
    'vidnyanachi-vat', 'dongarvatecha-doctor', 'prashna-vidnyanache', 'gopu-and-the-well', 'mati-ani-manasa', 'kolhapur-case-files',
    'money-over-chai', 'hattichi-hajeri', 'the-lamp-at-rajgad', 'the-last-tonga', 'pune-in-nine-minutes', 'the-kite-that-stayed',
    'mangoes-in-march', 'monsoon-frequency', 'the-sahyadri-log', 'ten-little-mynas',
  ],
}

export function shelvesOf(key: string): Placed[] {
  const shelves: Placed[] = []
  for (const shelf of ['trending', 'editors_pick', 'popular', 'featured', 'evergreen'] as const) {
    const position = SHELF_KEYS[shelf].indexOf(key)
    if (position >= 0) shelves.push({ shelf, position })
  }
  return shelves
}
