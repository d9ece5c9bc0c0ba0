import { isRowImported, type CatalogFault } from '../../src/server/import/source/fault.ts'

const YES_NO = 'Write yes or no.'
const MP3 = 'Install ffmpeg (apt-get install ffmpeg) and import again: then the shop makes an mp3 of it by itself'

/** What happened and what to do, by the reason of a fault. */
export const SENTENCES: Record<string, string> = {
  // Files.
  missing: 'does not exist. Check the name and the folder.',
  empty: 'is empty.',
  folder: 'is a folder without sound.',
  unreadable: 'cannot be read. Check the disk and the permissions of the file.',
  binary: 'is not text. Save it as CSV in UTF-8.',
  spreadsheet: 'is a spreadsheet. In your spreadsheet program choose "Save as", "CSV UTF-8", and import that file.',
  webPage: 'is a web page, not JSON: the download failed. Download it again.',
  json: 'is not JSON. Look for a missing comma, quote or bracket.',
  noRows: 'has no rows.',
  notRow: 'is not a row. Write { "name": … }.',
  header: 'The line of headers cannot be read. Look for an unclosed quote.',
  quote: 'A quote (") is not closed in this line. Close it, or write "" for a quote inside a text.',
  columns: 'has more cells than headers. Put quotes around a text that contains the separator.',
  windows1252: 'is not in UTF-8 and was read as Windows-1252. Check accented letters, or save it as UTF-8.',
  brokenLetters: 'has broken letters. Save the original as UTF-8.',
  noHeaders: 'has no line with known headers. Write them into the first line: key,name,authors,priceInr …',
  unusedFile: 'is not read: the titles are in another table.',
  unknownColumn: 'is an unknown column and was left out.',
  // Texts of recordings.
  'text.missing': 'does not exist. Check the name and the folder.',
  'text.outsideFolder': 'is outside the folder of the import.',
  'text.tooLarge': 'is too large for a text.',
  'text.empty': 'is empty.',
  'text.binary': 'is not text. Save it as UTF-8.',
  'text.brokenLetters': 'has broken letters. Save the original as UTF-8.',
  'text.noText': 'has no words.',
  'text.lineTooLong': 'has a line of more than 2,000 letters. Divide it.',
  'text.tooManyLines': 'has more than 50,000 lines.',
  'text.badTime': 'has a time that cannot be read. Write 00:01:02.500 --> 00:01:05.000.',
  'text.notEpub': 'is not an EPUB that can be read.',
  'text.noOverlay': 'has no media overlay for this sound file.',
  'text.unknownFormat': 'is not what its name says: WebVTT, SubRip or JSON of podcasts.',
  'text.windows1252': 'is not in UTF-8 and was read as Windows-1252. Check accented letters.',
  'text.sorted': 'was not in the order of its times, and was sorted.',
  // Cells.
  required: 'is missing.',
  badLetters: 'contains � instead of a letter. Type it again.',
  comma: 'was read as one name. Separate several names with ;.',
  nameless: 'is missing, so the other texts in this language were left out.',
  text: 'must be text.',
  date: 'is not a date. Write 2026-01-31 or 31/1/2026 (the day first).',
  flag: YES_NO,
  integer: 'must be a whole number.',
  seconds: 'is not a duration. Write seconds or 1:02:03.',
  money: 'is not a price. Write 199 or 199.50: rupees, and dollars under priceUsd.',
  noTracks:
    'names no sound, and no folder has the key or the name of the title, so it was imported without sound. Reported once; npm run import -- --report lists all.',
  onePrice:
    'is missing although the other price is set. The title is sold only where its price is set: rupees in India, dollars elsewhere. Reported once for all rows.',
  currency: 'is in another currency than its column. Write rupees under priceInr and dollars under priceUsd.',
  twoPrices: 'differs from another column with the price of the same currency. Keep one.',
  ancient:
    'is the year of the work, not the day on which the recording was published: the day of the first import counts.',
  shortened: 'is longer than the shop shows and was cut.',
  severalLists: 'has several lists of rows. Put the titles alone into a file, or name them "titles".',
  noPage: 'is not a page of the shop. Write home, family, kids, language-lab, podcast, audiobooks, subscribe …',
  noEnclosure: 'has no sound in the feed.',
  noAddress: 'has no address that can be read over HTTP.',
  noHost: 'is on a host that does not exist.',
  noAnswer: 'could not be downloaded, or not in time. Run the command again.',
  noChapters: 'are not chapters in JSON and were left out.',
  noTranscript: 'is not a transcript (WebVTT, SRT, JSON or plain text) and was left out.',
  privateAddress: 'is on the own network. Add --allow-private if that is right.',
  taxIncluded: 'contains GST, as its column says. The shop keeps the price before tax and adds the tax again.',
  decimalComma: 'was read with a decimal comma. Write 1.49 or 1499.',
  zeroPrice: 'is no price, so the title is in plans only. Write free for a title that costs nothing.',
  sameName: 'is the name of another title of the shop. To change that one, write its key or its author.',
  inTrash: 'is in the trash of the desk and stays there. Take it out at the desk to show it.',
  moneyHigh: 'is a price of more than a million.',
  audioType: 'is not a type. Write audiobook, original, podcast, kids or languagelab.',
  language: 'is not a language. Write its code, for example en, mr or hi, or its English name.',
  seriesNumber: 'is no place in a series. Write 1, 2 or 1.5, up to 9999 and with at most two decimals.',
  noSeries: 'is the place in a series, but the title names none: it was left out.',
  ages: 'is no age. Write 5-8 or 5+.',
  categoryKind: 'is not a kind. Write genre, kids or languagelab.',
  coverAddress:
    'is a web address. Add --fetch-covers to download it, or put the file into the folder and write its name.',
  address: 'is a web address. Put the file into the folder and write its name.',
  whichSpoken: 'is missing, and the title has a name in both languages. Write the spoken language, en or mr.',
  unknownTitle: 'There is no title with this key.',
  // Rules of the format.
  min: 'is too small.',
  max: 'is too large.',
  size: 'is too long, or empty.',
  type: 'has the wrong form.',
  pattern: 'has the wrong form.',
  unknown: 'is not known.',
  repeated: 'is repeated in this import; the first row counts. Give each row its own key.',
  // Sound.
  soundKept: 'of the shop were kept, because no sound of this title was found. Check that its folder exists.',
  tracksKept: 'of the shop were not found and were kept. To remove them, add --replace-files.',
  tracksGone: 'of the shop were not found and were removed; listeners lose their positions in them.',
  noSound: 'None of its sound files can be used, so the title would be sold without sound.',
  pricedSilent:
    'have no sound, but the title has a price. It was imported as coming soon, and it is not sold before it can be heard.',
  notMp3: 'is not an mp3, whatever its name is.',
  mp4Audio: `is MP4 (m4a, m4b), and without ffmpeg the shop takes mp3 only. ${MP3}.`,
  otherAudio: `is another audio format, and without ffmpeg the shop takes mp3 only. ${MP3}.`,
  notDecodable: 'cannot be decoded. Create it again.',
  tooLong: 'takes too long to decode. Create it again.',
  changedMeanwhile: 'was written to while it was read. Import again when it is complete.',
  diskFull: 'could not be encoded, because the disk is full. Make room and import again.',
  killed: 'could not be encoded: ffmpeg was ended from outside, perhaps for want of memory. Import again.',
  hanging: 'could not be encoded: ffmpeg made no progress and was ended. Create the file again.',
  insaneDuration: 'is shorter than a fifth of a second, or longer than two days.',
  emptyPart: 'The chapter starts behind the end of the file.',
  tooLarge: 'is too large.',
  damaged: 'is damaged and plays with gaps. Create it again.',
  cutShort: 'is shorter than its header says: an interrupted upload or a wrong header. Listen to its end.',
  // Pictures.
  notPicture: 'is not a picture.',
  noPicture: 'has no picture in its tags.',
  brokenPicture: 'is an incomplete picture. Save it again.',
  hugePicture: 'has more than 50 million pixels. 1600 by 1600 is enough.',
  smallPicture: 'is smaller than 640 by 640 and looks blurred. Use a larger one.',
  outsideFolder: 'is outside the import folder.',
  notEbook: 'is neither EPUB nor PDF.',
}

/** `FAULT  titles.csv line 14: price "abc" is not a price. Write 199 … (row left out)` */
export function sentenceOf(fault: CatalogFault): string {
  const { file, line, key, field, reason, given, nearest, isWarning } = fault
  const location = [file ?? fault.kind, line > 0 ? `line ${line}` : '', key ? `(${key})` : ''].filter(Boolean).join(' ')
  const subject = [field === '-' ? '' : field, given === undefined ? '' : `"${given}"`].filter(Boolean).join(' ')
  const advice = SENTENCES[reason] ?? reason
  const hint = nearest ? ` Did you mean ${nearest}?` : ''
  return `${isWarning ? 'note' : 'FAULT'}  ${location}: ${subject ? `${subject} ` : ''}${advice}${hint}${isRowImported(fault) ? '' : ' (row left out)'}`
}

/** Reasons why nothing was imported. */
export const REFUSALS: Record<string, string> = {
  noPath: 'does not exist. Give the path of a folder or a file.',
  noTable: 'is not a table. csv, tsv, json, jsonl and folders with mp3 files can be read.',
  spreadsheet: 'is a spreadsheet. In your spreadsheet program choose "Save as", "CSV UTF-8", and import that file.',
  audioAlone: 'is a sound file. Put it into a folder and give the path of the folder.',
  nothing: 'contains neither a table with rows nor a folder with sound.',
  busy: 'was not read, because another import is running. Wait until it has ended.',
}
