import type { Collections } from '#contract/import/import.ts'

type Kind = Collections['news'][number]['kind']

export const news: Collections['news'] = [
  item(
    'n-studio',
    'media',
    '2026-11-09',
    [
      'A recording room built around the rain',
      'The Deccan Evening visits our studio, which has no sound-proofing on the garden side, on purpose.',
    ],
    [
      'पावसाभोवती बांधलेला स्टुडिओ',
      'आमच्या स्टुडिओच्या बागेकडच्या बाजूला आवाज अडवणारे काहीच नाही, आणि तेही मुद्दाम. दख्खन सायंदैनिकाची भेट.',
    ],
  ),
  item(
    'n-lamp',
    'media',
    '2026-10-18',
    [
      'Four hundred climbs for one novel',
      'A. V. Kulkarni on the steps, the goat and the question at the end of The Lamp at Rajgad.',
    ],
    [
      'एका कादंबरीसाठी चारशे चढाया',
      '‘राजगडावरचा दिवा’ या कादंबरीतल्या पायऱ्या, शेळी आणि शेवटचा प्रश्न: अ. वि. कुलकर्णी यांची मुलाखत.',
    ],
  ),
  item(
    'n-nurses',
    'media',
    '2026-09-05',
    ['The grammar of a soft voice', 'How three hospitals and one teacher made a language course for the ward.'],
    ['मृदू आवाजाचे व्याकरण', 'तीन रुग्णालये आणि एका शिक्षिकेने मिळून परिचारिकांसाठी अभ्यासक्रम कसा घडवला.'],
  ),
  item(
    'n-library',
    'media',
    '2026-06-30',
    [
      'Village libraries begin to lend sound',
      'Forty reading rooms in Satara district now keep headphones beside the newspapers.',
    ],
    ['गावची ग्रंथालये आवाज उसना देऊ लागली', 'सातारा जिल्ह्यातल्या चाळीस वाचनालयांत आता वर्तमानपत्रांशेजारी हेडफोनही.'],
  ),
  item(
    'n-kids',
    'media',
    '2026-03-14',
    [
      'Bedtime without a screen',
      'Sahyadri Weekly asks forty parents what happened when the phone lay face down and talked.',
    ],
    ['पडद्याविना झोपेची वेळ', 'फोन उलटा ठेवून त्यातून गोष्ट ऐकली तेव्हा काय झाले? सह्याद्री साप्ताहिकाने चाळीस पालकांना विचारले.'],
  ),
  item(
    'n-award-sound',
    'accolades',
    '2026-08-15',
    ['Best sound design: Wada Number Seven', 'The Western Ghats Audio Prize, for a wall that can be heard.'],
    ['उत्कृष्ट ध्वनिसंयोजन: वाडा नंबर सात', 'कानांना ऐकू येणाऱ्या भिंतीसाठी पश्चिम घाट ध्वनी पुरस्कार.'],
  ),
  item(
    'n-award-kids',
    'accolades',
    '2025-11-14',
    ['Children’s choice: The Elephant’s Roll Call', 'Six hundred pupils voted. Several of them voted with a trunk.'],
    ['मुलांची पसंती: हत्तीची हजेरी', 'सहाशे विद्यार्थ्यांनी मत दिले. काहींनी सोंड वर करून.'],
  ),
]

function item(
  key: string,
  kind: Kind,
  created: string,
  en: [string, string],
  mr: [string, string],
): Collections['news'][number] {
  return {
    key,
    kind,
    created: `${created}T04:30:00.000Z`,
    image: `news/${key}.webp`,
    translations: {
      en: { name: en[0], description: `<p>${en[1]}</p>` },
      mr: { name: mr[0], description: `<p>${mr[1]}</p>` },
    },
  }
}
