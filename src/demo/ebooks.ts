import type { Collections } from '#contract/import/import.ts'

type Ebook = Collections['ebooks'][number]

/** The words of three titles, to be read; `scripts/demo/ebooks.ts` makes the files from the same texts. */
export const ebooks: Ebook[] = [
  book('panchatantra', 'mr', 'epub', ['vishnu-sharma', 's-d-patil'], {
    en: {
      name: 'Panchatantra: four tales to read',
      description: 'The monkey, the blue jackal, the tortoise and the mice. In Marathi.',
    },
    mr: { name: 'पंचतंत्र: वाचायच्या चार गोष्टी', description: 'माकड, निळा कोल्हा, बडबडे कासव आणि लोखंड खाणारे उंदीर.' },
  }),
  book('the-clockmaker-of-pune', 'en', 'epub', ['r-v-gokhale'], {
    en: {
      name: 'The Clockmaker of Pune: first chapters',
      description: 'Why every public clock stopped at ten past four.',
    },
    mr: { name: 'पुण्याचा घड्याळजी: पहिली प्रकरणे', description: 'सगळी घड्याळे चार वाजून दहा मिनिटांनी का थांबली? इंग्रजीत.' },
  }),
  book('tukaram-abhang-gatha', 'mr', 'pdf', ['sant-tukaram'], {
    en: { name: 'Four abhangs of Tukaram', description: 'The verses of the recording, to read along. In Marathi.' },
    mr: { name: 'तुकोबांचे चार अभंग', description: 'रेकॉर्डिंगमधले अभंग, सोबत वाचण्यासाठी.' },
  }),
]

function book(
  key: string,
  written: Ebook['written'],
  format: string,
  authors: string[],
  translations: Ebook['translations'],
): Ebook {
  return { key, written, translations, authors, file: `ebooks/${key}.${format}`, position: 0 }
}
