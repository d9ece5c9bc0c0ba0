import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = new URL('../../../', import.meta.url).pathname

/** Texts that a reader of Marathi sees: messages, legal texts, mails, the demo catalog and the leaflets. */
const files = ['i18n/mr', 'src/demo', 'src/brand', 'scripts/demo'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:json|md|ts)$/.test(name))
    .map((name) => join(folder, name)),
)
const linesOf = (file: string) => readFileSync(join(ROOT, file), 'utf8').split('\n')

/** A word that was replaced, and the one that is used for the thing everywhere. */
const RETIRED: [RegExp, string][] = [
  [/मागण्या|मागणी/, 'ऑर्डर'],
  [/जमा चिठ्ठी/, 'क्रेडिट नोट'],
  [/बेरीज/, 'एकूण (कराआधी)'],
  [/प्रवेश (?:कर|के|न |द्य)|प्रवेशा?(?:ची|च्या|साठी)|साइन[ -]?(?:इन|आउट)|बाहेर पड/, 'लॉग इन, लॉग आउट'],
  [/दालन|शेल्फ|कपाटे उघडी/, 'सर्व पुस्तके, विभाग'],
  [/शीर्षक/, 'पुस्तक'],
  [/(?<![\p{L}\p{M}])योजन/u, 'सदस्यता'],
  [/गुगल/, 'गूगल'],
  [/चढवत आहोत/, 'अपलोड होत आहे'],
  [/कानांच्या संख्येनुसार/, 'श्रोत्यांच्या संख्येनुसार'],
  [/उतरवून घ्या/, 'डाउनलोड करा'],
  [/दुवा|दुव्या/, 'लिंक'],
  [/(?<!\p{L})पहा(?!\p{L}|\p{M})/u, 'पाहा'],
  [/फडताळ/, 'मांडणी'],
  [/दुसरी खात्री/, 'दुसरी पडताळणी'],
  [/(?<![\p{L}\p{M}])सत्र(?:े|ां|ा|$|[ ."])/u, 'लॉग इन केलेली उपकरणे'],
  [/बोललेली भाषा/, 'कथनाची भाषा'],
  [/किंवा कळ(?![\p{L}\p{M}])/u, 'संकेतनाम'],
  [/"(?:artists?|narrated)": "आवाज(?! कलाकार)|(?<![\p{L}\p{M}])वाचक/u, 'निवेदक'],
  [/ट्विटर|Twitter/, 'गूगल, फेसबुक'],
]
/** The heading of a review is a शीर्षक, and so is a word of a story. */
const ALLOWED = /"reviewTitle"|^src\/demo\/titles\/.*(?:प्रवेश|योजन|दालन)/

const ENDINGS = 'ला|चा|ची|चे|च्या|चं|ने|वर|साठी|कडे|मध्ये|तर्फे|हून|शी|द्वारे|स'
/** `{{shop}}वर`, `“{{plan}}”साठी` and `{{email}} वर`: nobody knows how the name ends, so its case cannot be written. */
const GLUED = new RegExp(String.raw`\}\}[”’"»']?(?:\p{Script=Devanagari}| (?:${ENDINGS})(?![\p{L}\p{M}]))`, 'u')

const found = (isWrong: (line: string) => boolean) =>
  files.flatMap((file) =>
    linesOf(file)
      .filter((line) => isWrong(line) && !ALLOWED.test(line) && !ALLOWED.test(`${file}:${line}`))
      .map((line) => `${file}: ${line.trim().slice(0, 120)}`),
  )

test.each(RETIRED)('[WD-1] no Marathi text says %s: the word is %s', (retired) => {
  expect(found((line) => retired.test(line))).toEqual([])
})

test('[WD-1] no case ending is glued to a name that is filled in', () => {
  expect(found((line) => GLUED.test(line))).toEqual([])
})

test('[WD-1] announcements of the demo put the name in quotation marks instead of bending it', () => {
  const announced = linesOf('src/demo/notifications.ts').filter((line) => line.includes('नवा भाग'))
  expect(announced.length).toBeGreaterThan(2)
  for (const line of announced) expect(line).toMatch(/‘[^’]+’: नवा भाग/)
})
