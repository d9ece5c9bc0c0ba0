import type { CatalogFault } from '../../src/server/import/source/fault.ts'

const YES_NO = 'Write yes or no.'
const MP3 = 'ffmpeg -i "OLD" -vn -codec:a libmp3lame -b:a 64k "NEW.mp3" makes an mp3 of it and keeps its chapters'

/** What happened, and what to do about it, by the reason of a fault. */
const SENTENCES: Record<string, string> = {
  // The file itself.
  missing: 'is not there. Check the name and the folder.',
  empty: 'is empty.',
  folder: 'is a folder without sound.',
  unreadable: 'cannot be read. Check the disk and the rights of the file.',
  binary: 'is no text. Save it as CSV in UTF-8.',
  spreadsheet: 'is a spreadsheet. In your spreadsheet program choose "Save as", "CSV UTF-8", and import that file.',
  webPage: 'is a web page, not JSON: the download failed. Fetch it again.',
  json: 'is no JSON. Look for a missing comma, quote or bracket.',
  noRows: 'holds no rows.',
  notRow: 'is no row: { "name": … } is wanted.',
  header: 'The line of headers cannot be read. Look for a quote that is not closed.',
  quote: 'A quote (") is opened and not closed in this line. Close it, or write "" for a quote inside a text.',
  columns: 'has more cells than there are headers. Put quotes around a text that holds the separator.',
  windows1252: 'is not in UTF-8; its letters were taken for Windows-1252. Look at accents, and save it as UTF-8.',
  brokenLetters: 'has letters that are broken. Save it as UTF-8 from where it comes.',
  noHeaders: 'has no line of headers that the shop knows. Write them into the first line: key,name,authors,priceInr …',
  unusedFile: 'is not read: the titles are in another table.',
  unknownColumn: 'is a column that the shop does not know; it was left out.',
  // A cell.
  required: 'is missing.',
  badLetters: 'holds � in place of a letter. Type it anew.',
  comma: 'is taken for one name. Where several are meant, put ; between them.',
  nameless: 'is missing, so the other texts in this language were left out.',
  text: 'must be a text.',
  date: 'is no day. Write 2026-01-31 or 31/1/2026 (the day first).',
  flag: YES_NO,
  integer: 'must be a whole number.',
  seconds: 'is no time. Write seconds, or 1:02:03.',
  money: 'is no price. Write 199 or 199.50: rupees, and dollars under priceUsd.',
  noTracks:
    'names no sound, and no folder is called as the key or the name of the title: nothing to hear came with it. Said once; npm run import -- --report lists all.',
  onePrice:
    'is missing where the other price is given. The shop sells what has a price in rupees and in dollars. Said once for all rows.',
  moneyHigh: 'is a price of more than a million.',
  audioType: 'is no type. Write audiobook, original, podcast, kids or languagelab.',
  language: 'is no language of the shop. Write en or mr, the language that is spoken.',
  categoryKind: 'is no kind. Write genre, kids or languagelab.',
  address: 'is an address on the net. Put the file into the folder and write its name.',
  whichSpoken: 'is missing, and the title has a name in both languages. Write en or mr, the language that is spoken.',
  unknownTitle: 'There is no title with this key.',
  // Rules of the format.
  min: 'is too small.',
  max: 'is too large.',
  size: 'is too long, or empty.',
  type: 'has the wrong form.',
  pattern: 'has the wrong form.',
  unknown: 'is not known.',
  repeated: 'came before in this import: the first one counts. Give each row a key of its own.',
  // Sound.
  soundKept: 'of the shop stay as they are: no sound of this title was found. Check that its folder is there.',
  tracksKept: 'of the shop were not found: they stay. Where they should go, add --replace-files.',
  tracksGone: 'of the shop were not found: they go, and listeners lose their places in them.',
  noSound: 'No file of its sound can be used, so it would be sold silent.',
  notMp3: 'is no mp3, whatever its name says.',
  mp4Audio: `is MP4 (m4a, m4b), and the shop plays mp3. ${MP3}.`,
  otherAudio: `is sound of another kind, and the shop plays mp3. ${MP3}.`,
  notDecodable: 'looks like mp3 and cannot be decoded. Make it anew.',
  insaneDuration: 'is shorter than a fifth of a second, or longer than two days.',
  emptyPart: 'The chapter begins behind the end of the file.',
  tooLarge: 'is too large.',
  damaged: 'is damaged inside; it plays with gaps. Make it anew.',
  cutShort:
    'ends before the length that its header claims: an upload that broke off, or a wrong header. Listen to its end.',
  // Pictures.
  notPicture: 'is no picture.',
  noPicture: 'has no picture in its tags.',
  brokenPicture: 'is a picture that breaks off. Save it anew.',
  hugePicture: 'has more than 50 million points. 1600 by 1600 is plenty.',
  smallPicture: 'is smaller than 640 by 640 and looks blurred. Give a larger one.',
  outsideFolder: 'lies outside the folder of the import.',
  notEbook: 'is neither EPUB nor PDF.',
}

/** After these the row went in all the same, without what they tell of. */
const FILES = /^(?:cover|photo|image|samples|tracks\.|reviews\.(?:name|score)$)/
const REFERENCES = new Set(['authors', 'directors', 'artists', 'categories'])
const isKept = ({ field, reason, kind }: CatalogFault): boolean =>
  kind === 'file' || FILES.test(field) || (REFERENCES.has(field) && reason === 'unknown')

/** `titles.csv line 14, price: "abc" is no price. Write 199 … (left out)` */
export function sentenceOf(fault: CatalogFault): string {
  const { file, line, key, field, reason, given, nearest, isWarning } = fault
  const place = [file ?? fault.kind, line > 0 ? `line ${line}` : '', key ? `(${key})` : ''].filter(Boolean).join(' ')
  const what = [field === '-' ? '' : field, given === undefined ? '' : `"${given}"`].filter(Boolean).join(' ')
  const advice = SENTENCES[reason] ?? reason
  const hint = nearest ? ` Is ${nearest} meant?` : ''
  return `${isWarning ? 'note' : 'FAULT'}  ${place}: ${what ? `${what} ` : ''}${advice}${hint}${isWarning || isKept(fault) ? '' : ' (row left out)'}`
}

/** Why nothing could be done. */
export const REFUSALS: Record<string, string> = {
  noPath: 'is not there. Give the path of a folder or of a file.',
  noTable: 'is no table: csv, tsv, json and jsonl can be read, and folders with mp3 files.',
  spreadsheet: 'is a spreadsheet. In your spreadsheet program choose "Save as", "CSV UTF-8", and import that file.',
  audioAlone: 'is one file of sound. Put it into a folder and give the path of the folder.',
  nothing: 'holds neither a table of titles or other lists with rows, nor a folder with sound.',
  busy: 'was not read: another import is running. Wait until it has ended.',
}
