// Creates the two leaflets in both languages and the default picture of shared links with Chromium. Run after changing their texts: node scripts/demo/leaflets.ts
import { mkdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright'
import sharp from 'sharp'
import { brand } from '../../src/brand/brand.ts'
import { colours } from '../../src/brand/colours.ts'
import { chromiumOptions } from '../test/chromium.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

const leaflets = {
  'listeners-en': {
    title: 'How listening works here',
    lead: 'Audiobooks, serials, podcasts, kids’ stories and language courses, in Marathi and English.',
    points: [
      ['Hear before you choose', 'Every title has a sample. No account is needed to hear it.'],
      ['Free every day', 'The free shelf holds whole titles that cost nothing.'],
      [
        'One plan, every shelf',
        'A plan of 30, 90 or 365 days opens all shelves it covers. Prices exclude GST; the amount with tax stands beside them.',
      ],
      ['Or buy one title', 'A title you buy stays in your library.'],
      ['Your place is kept', 'Stop on the phone, go on at the computer.'],
      ['Give a story', 'Send a title or a plan to someone you love, with a note.'],
    ],
  },
  'listeners-mr': {
    title: 'इथे ऐकायचे कसे',
    lead: 'मराठी आणि इंग्रजी ऑडिओबुक, मालिका, पॉडकास्ट, मुलांच्या गोष्टी आणि भाषेचे अभ्यासक्रम.',
    points: [
      ['निवडण्याआधी ऐका', 'प्रत्येक पुस्तकाचा नमुना आहे. तो ऐकायला खाते लागत नाही.'],
      ['रोज मोफत', 'काही पुस्तके पूर्ण ऐका, काहीही पैसे न देता.'],
      [
        'एक सदस्यता, हवी तेवढी पुस्तके',
        '३०, ९० किंवा ३६५ दिवसांची सदस्यता घ्या आणि तिच्यातली सर्व पुस्तके ऐका. किमती जीएसटी वगळून आहेत; करासहची रक्कम शेजारी दिली आहे.',
      ],
      ['किंवा एकच पुस्तक घ्या', 'विकत घेतलेले पुस्तक तुमच्या ग्रंथालयात राहते.'],
      ['थांबलात तिथूनच पुढे', 'फोनवर थांबा, संगणकावर पुढे ऐका.'],
      ['कथा भेट द्या', 'आवडत्या माणसाला पुस्तक किंवा सदस्यता पाठवा, तुमच्या संदेशासह.'],
    ],
  },
  'schools-en': {
    title: 'Stories for your school',
    lead: 'A listening library for classrooms, libraries and companies.',
    points: [
      ['For the whole class', 'Kids’ shelves and family stories for listening together.'],
      ['The language lab', 'Short spoken lessons in Marathi and English with a certificate at the end.'],
      ['One agreement', 'An institutional plan covers your readers; write to us for a quote.'],
      ['No tracking of children', 'Kids’ pages send no analytics and ask for no location.'],
      ['Who to ask', `${brand.contact.institutions}, ${brand.contact.phone}`],
    ],
  },
  'schools-mr': {
    title: 'तुमच्या शाळेसाठी कथा',
    lead: 'वर्ग, ग्रंथालये आणि संस्थांसाठी ऐकण्याचे ग्रंथालय.',
    points: [
      ['संपूर्ण वर्गासाठी', 'एकत्र बसून ऐकण्यासाठी मुलांची पुस्तके आणि कुटुंबाच्या कथा.'],
      ['भाषा शाळा', 'मराठी आणि इंग्रजीचे छोटे बोलके धडे, शेवटी प्रमाणपत्र.'],
      ['एकच करार', 'संस्थांच्या सदस्यतेत तुमचे सर्व श्रोते येतात; दरासाठी आम्हाला लिहा.'],
      ['मुलांचा माग काढला जात नाही', 'मुलांच्या पानांवरून कोणतीही माहिती पाठवली जात नाही, ठिकाण विचारले जात नाही.'],
      ['कोणाला विचारायचे', `${brand.contact.institutions}, ${brand.contact.phone}`],
    ],
  },
} as const

const font = async (path: string) =>
  `url(data:font/woff2;base64,${(await readFile(`${root}node_modules/@fontsource/${path}`)).toString('base64')})`
const faces = await Promise.all(
  [
    ['Tiro', 'tiro-devanagari-marathi/files/tiro-devanagari-marathi-latin-400-normal.woff2', 'U+0-8FF,U+980-FFFF'],
    [
      'Tiro',
      'tiro-devanagari-marathi/files/tiro-devanagari-marathi-devanagari-400-normal.woff2',
      'U+900-97F,U+200C-200D',
    ],
    ['Mukta', 'mukta/files/mukta-latin-400-normal.woff2', 'U+0-8FF,U+980-FFFF'],
    ['Mukta', 'mukta/files/mukta-devanagari-400-normal.woff2', 'U+900-97F,U+200C-200D'],
  ].map(
    async ([family = '', path = '', range = '']) =>
      `@font-face{font-family:${family};src:${await font(path)};unicode-range:${range}}`,
  ),
)
const style = `<style>${faces.join('')}
  *{box-sizing:border-box}body{margin:0;color:${colours.ink};background:${colours.paper};font:16px/1.6 Mukta}
  header{padding:18mm 18mm 10mm;background:${colours.night};color:${colours.onNight}}
  .woven{height:5mm;background:linear-gradient(90deg,${colours.leaf} 0 18%,${colours.turmeric} 18% 20%,${colours.kumkum} 20% 46%,${colours.turmeric} 46% 48%,${colours.teal} 48% 74%,${colours.turmeric} 74% 76%,${colours.kumkum} 76%)}
  h1{margin:0 0 4mm;font:400 44px/1.25 Tiro}h2{margin:0;font:400 24px/1.4 Tiro;color:${colours.kumkum}}p{margin:0}
  main{display:grid;gap:7mm;padding:12mm 18mm}footer{padding:0 18mm;color:${colours.soft}}</style>`

const browser = await chromium.launch(chromiumOptions())
const page = await browser.newPage()
await mkdir(`${root}public/leaflets`, { recursive: true })
for (const [name, leaflet] of Object.entries(leaflets)) {
  const lang = name.endsWith('mr') ? 'mr' : 'en'
  const points = leaflet.points.map(([head, text]) => `<section><h2>${head}</h2><p>${text}</p></section>`).join('')
  await page.setContent(
    `<html lang="${lang}"><head><title>${leaflet.title} · ${brand.name[lang]}</title>${style}</head><body><div class="woven"></div><header><h1>${leaflet.title}</h1><p>${leaflet.lead}</p></header><main>${points}</main><footer>${brand.name[lang]} · ${brand.contact.email}</footer></body></html>`,
  )
  await page.evaluate(() => document.fonts.ready)
  await page.pdf({ path: `${root}public/leaflets/${name}.pdf`, format: 'A4', printBackground: true, tagged: true })
}
await page.setViewportSize({ width: 1200, height: 630 })
await page.setContent(
  `<html><head>${style}<style>body{display:grid;place-content:center;height:630px;text-align:center}h1{font-size:110px}h2{font-size:54px}.woven{position:fixed;inset:0 0 auto;height:16px}</style></head><body><div class="woven"></div><h1>${brand.name.en} · ${brand.name.mr}</h1><h2>तुमच्या भाषेत बोलणाऱ्या कथा</h2></body></html>`,
)
await page.evaluate(() => document.fonts.ready)
await sharp(await page.screenshot())
  .jpeg({ quality: 82, mozjpeg: true })
  .toFile(`${root}public/social.jpg`)
await browser.close()
